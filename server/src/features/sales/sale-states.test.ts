import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const cashier = await aStaffMember(shop, 'cashier');

async function levelOf(product_id: string): Promise<{ stock: number; reserved: number; available: number }> {
  const answer = await shop.owner.get(`/inventory?product_id=${product_id}`);
  return answer.body.data[0];
}

test('a parked sale reserves its stock until it is completed or voided', async () => {
  const product = await aProduct(shop, { stock: 3 });
  const park = async () =>
    (await cashier.post('/transactions', { items: [{ product_id: product.id, quantity: 2 }], status: 'pending' })).body
      .data;
  const parked = await park();
  assert.deepEqual([parked.status, parked.payment_method, parked.change], ['pending', null, 0]);
  const level = await levelOf(product.id);
  assert.deepEqual([level.stock, level.reserved, level.available], [3, 2, 1]);
  const second = await cashier.post('/transactions', {
    items: [{ product_id: product.id, quantity: 2 }],
    payment_method: 'cash',
  });
  assert.equal(second.body.error.code, 'INSUFFICIENT_STOCK');
  assert.equal((await cashier.post(`/transactions/${parked.id}/refund`, {})).body.error.code, 'INVALID_STATE');
  const completed = await cashier.post(`/transactions/${parked.id}/complete`, { payment_method: 'card' });
  assert.deepEqual(
    [completed.status, completed.body.data.status, completed.body.data.total_amount, completed.body.data.points_earned],
    [200, 'completed', 20, 0],
  );
  assert.deepEqual((await levelOf(product.id)).stock, 1);
  assert.equal(
    (await cashier.post(`/transactions/${parked.id}/complete`, { payment_method: 'card' })).body.error.code,
    'INVALID_STATE',
  );
  await shop.owner.post('/inventory/adjustment', { product_id: product.id, quantity: 5, type: 'in' });
  const again = await park();
  const voided = await cashier.post(`/transactions/${again.id}/void`, { reason: 'changed their mind' });
  assert.deepEqual([voided.status, voided.body.data.status], [200, 'voided']);
  assert.equal((await levelOf(product.id)).reserved, 0);
});

test('a completed sale can be voided on its day only, with permission, and without refunds', async () => {
  const customer = await aCustomer(shop);
  const product = await aProduct(shop, { stock: 10 });
  const sell = async (extra: object = {}) =>
    (
      await cashier.post('/transactions', {
        items: [{ product_id: product.id, quantity: 1 }],
        payment_method: 'cash',
        customer_id: customer.id,
        ...extra,
      })
    ).body.data;
  const sale = await sell();
  assert.equal((await shop.owner.get(`/customers/${customer.id}/loyalty`)).body.data.points, 10);
  assert.equal((await cashier.post(`/transactions/${sale.id}/void`, '')).status, 403);
  assert.equal((await shop.owner.post(`/transactions/${sale.id}/void`, '')).body.data.status, 'voided');
  const loyalty = (await shop.owner.get(`/customers/${customer.id}/loyalty`)).body.data;
  assert.deepEqual([loyalty.points, loyalty.lifetime_value], [0, 0]);
  assert.equal((await shop.owner.get(`/transactions/${sale.id}`)).body.data.points_earned, 0);
  assert.equal((await levelOf(product.id)).stock, 10);
  assert.equal((await shop.owner.post(`/transactions/${sale.id}/void`, '')).body.error.code, 'INVALID_STATE');
  const yesterday = await sell({ occurred_at: new Date(Date.now() - 86_400_000).toISOString() });
  assert.equal((await shop.owner.post(`/transactions/${yesterday.id}/void`, '')).body.error.code, 'INVALID_STATE');
  const refunded = await sell();
  await shop.owner.post(`/transactions/${refunded.id}/refund`, { amount: 1 });
  assert.equal((await shop.owner.post(`/transactions/${refunded.id}/void`, '')).body.error.code, 'INVALID_STATE');
});
