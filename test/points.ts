import assert from 'node:assert/strict';
import type { Reply } from './caller.ts';
import { aCustomer, aProduct, aShop, type Shop } from './shop.ts';
import type { TestApp } from './test-app.ts';

/** A shop where a point pays 0.03, its product of 10, and what the tests of points do there. */
export async function aShopWithPoints(app: TestApp) {
  const shop = await aShop(app);
  await shop.owner.put('/merchant', { point_value: 0.03 });
  const product = await aProduct(shop, { price: 10, stock: 10_000 });

  /** A customer with this many points. */
  const aCustomerWithPoints = async (points: number, owning: Shop = shop): Promise<string> => {
    const { id } = await aCustomer(owning);
    const one = owning === shop ? product : await aProduct(owning, { price: 10, stock: 100 });
    const body = {
      items: [{ product_id: one.id, quantity: 1, price: points }],
      payment_method: 'cash',
      customer_id: id,
    };
    const answer = await owning.owner.post('/transactions', body);
    assert.equal(answer.body.data.points_earned, points, answer.text);
    return id;
  };

  const sell = (customer_id: string | null, tender: object, quantity = 1, extra: object = {}): Promise<Reply> =>
    shop.owner.post('/transactions', {
      items: [{ product_id: product.id, quantity }],
      customer_id,
      ...tender,
      ...extra,
    });

  const accountOf = async (id: string) => {
    const { points, lifetime_value } = (await shop.owner.get(`/customers/${id}/loyalty`)).body.data;
    return { points, lifetime_value };
  };
  const historyOf = async (id: string) =>
    (await shop.owner.get(`/customers/${id}/loyalty/history`)).body.data.map(
      ({ type, points }: { type: string; points: number }) => `${type} ${points}`,
    );
  const byMethod = async () => {
    const today = (await shop.owner.get('/dashboard/summary')).body.data.payment_methods;
    return Object.fromEntries(
      today.map((row: { payment_method: string; amount: number }) => [row.payment_method, row.amount]),
    );
  };

  return { shop, product, aCustomerWithPoints, sell, accountOf, historyOf, byMethod };
}

/** Status, code and details of an error. */
export const errorOf = ({ status, body }: Reply) => [status, body.error.code, ...body.error.details];
