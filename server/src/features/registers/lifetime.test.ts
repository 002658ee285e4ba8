import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;

test('a sale outside of shifts that is voided after a closing stays in the lifetime sums', async () => {
  const { id: register_id } = await aRegister(shop);
  const product = await aProduct(shop, { price: 10 });
  const record = async (fields: object): Promise<string> => {
    const items = [{ product_id: product.id, quantity: 1 }];
    const answer = await owner.post('/transactions', { items, register_id, ...fields });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.data.id;
  };
  const voidSale = async (id: string) => assert.equal((await owner.post(`/transactions/${id}/void`, {})).status, 200);
  const lifetime = async () => {
    const { id } = await aShift(shop, { register_id, counted_float: 0 });
    await owner.post(`/shifts/${id}/count`, { counted: [{ method: 'cash', amount: 0 }] });
    return (await owner.post(`/shifts/${id}/close`, {})).body.data.lifetime;
  };
  const sold = await record({ payment_method: 'cash' });
  const parked = await record({ status: 'pending' });
  assert.deepEqual(await lifetime(), { sales: 10, refunds: 0 });
  await voidSale(sold);
  await voidSale(parked);
  assert.deepEqual(await lifetime(), { sales: 10, refunds: 0 });
});
