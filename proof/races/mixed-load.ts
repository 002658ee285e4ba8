import assert from 'node:assert/strict';
import type { Reply } from '../../test/caller.ts';
import { ok } from '../shop.ts';
import { type Race, sell, stockOf, times } from './races.ts';

const clients = 64;
const requestsPerClient = 3;
const expectedErrors = new Set(['INSUFFICIENT_STOCK', 'INVALID_STATE']);

/**
 * Sixty-four clients and twenty products: sales of several lines in any order, refunds, transfers between three
 * warehouses, and counts. No request fails because of a deadlock, and the stock follows from the acknowledged requests.
 */
export const mixedLoad: Race = async (context) => {
  const { shop } = context;
  const products = await Promise.all(times(20, () => context.createProduct({ stock: 12 })));
  // Only the last five are counted, so the stock of the others is known exactly.
  const [known, counted] = [products.slice(0, 15), products.slice(15)];
  const expected = new Map(known.map((id) => [id, 12]));
  const record = (items: readonly { product_id: string; quantity: number }[], sign: 1 | -1) => {
    for (const { product_id, quantity } of items) {
      const before = expected.get(product_id);
      if (before !== undefined) expected.set(product_id, before + sign * quantity);
    }
  };
  const work = async () => {
    const random = context.random.split();
    const sales: { id: string; items: { product_id: string; quantity: number }[] }[] = [];
    const send = async (request: () => Promise<Reply>) => {
      const [answer] = await context.sendAll([request]);
      assert.ok(answer);
      assert.ok(answer.status < 300 || expectedErrors.has(answer.body?.error?.code), answer.text);
      return answer;
    };
    for (let request = 0; request < requestsPerClient; request += 1) {
      const kind = random.below(10);
      const sale = sales.pop();
      if (kind < 2 && sale !== undefined) {
        const { status } = await send(() => context.anyCaller().post(`/transactions/${sale.id}/refund`, {}));
        assert.equal(status, 201, 'no other client refunds this sale, so it must succeed');
        record(sale.items, 1);
      } else if (kind < 4) {
        const [from, to] = random.oneOf([
          [0, 1],
          [1, 0],
          [2, 0],
          [0, 2],
        ] as const);
        const body = {
          product_id: random.oneOf(products),
          from_warehouse: shop.warehouses[from],
          to_warehouse: shop.warehouses[to],
        };
        await send(() => shop.owner.post('/inventory/transfer', { ...body, quantity: 1 + random.below(2) }));
      } else if (kind < 5) {
        await send(() => shop.owner.patch(`/products/${random.oneOf(counted)}`, { stock: random.below(20) }));
      } else {
        const items = times(1 + random.below(4), () => ({
          product_id: random.oneOf(products),
          quantity: 1 + random.below(2),
        }));
        const branch_id = shop.branches[random.below(4) === 0 ? 1 : 0];
        const { status, body } = await send(() => sell(context.anyCaller(), items, { branch_id }));
        if (status !== 201) continue;
        sales.push({ id: body.data.id, items });
        record(items, -1);
      }
    }
  };
  await Promise.all(times(clients, work));
  for (const [id, units] of expected)
    assert.equal(await stockOf(context, id), units, 'units left after the mixed load');
  for (const id of products) {
    const levels = ok(await shop.owner.get(`/inventory?product_id=${id}`)).data as {
      stock: number;
      reserved: number;
    }[];
    for (const { stock, reserved } of levels)
      assert.ok(stock >= 0 && reserved === 0, 'no level is below zero, and nothing is reserved');
  }
};
