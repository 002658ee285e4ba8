import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf } from '../../../../test/caller.ts';
import { aCustomer, aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

test('the list applies every filter', async () => {
  const filteredShop = await aShop(app, { timezone: 'Asia/Jakarta' });
  assert.equal((await filteredShop.owner.get('/transactions')).body.meta.total, 0);
  const product = await aProduct(filteredShop);
  const customer = await aCustomer(filteredShop);
  const branch = (await filteredShop.owner.post('/branches', { name: 'Second' })).body.data;
  const sell = async (extra: object) => {
    const answer = await filteredShop.owner.post('/transactions', {
      items: [{ product_id: product.id, quantity: 1 }],
      payment_method: 'cash',
      ...extra,
    });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.data.id as string;
  };
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  const next = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
  // 17:00 in London is already the next day in Jakarta.
  const midnight = await sell({ occurred_at: `${day}T17:00:00Z` });
  const morning = await sell({ occurred_at: `${day}T03:00:00Z`, customer_id: customer.id });
  await filteredShop.owner.post(`/transactions/${morning}/refund`, '');
  await filteredShop.owner.put('/merchant', { allow_negative_stock: true });
  const inSecondBranch = await sell({ branch_id: branch.id });
  const ids = async (query: string) => {
    const answer = await filteredShop.owner.get(`/transactions?${query}`);
    assert.equal(answer.status, 200, answer.text);
    if (!query.includes('page')) assert.equal(answer.body.meta.total, answer.body.data.length, query);
    return answer.body.data.map(({ id }: { id: string }) => id);
  };
  assert.deepEqual(await ids(''), [inSecondBranch, midnight, morning]);
  assert.deepEqual(await ids(`startDate=${day}&endDate=${day}`), [morning]);
  assert.deepEqual(await ids(`start_date=${next}&end_date=${next}`), [midnight]);
  assert.deepEqual(await ids(`startDate=${day}T16:00:00Z&endDate=${day}T17:00:00Z`), [midnight]);
  const { transaction_code: code } = (await filteredShop.owner.get(`/transactions/${midnight}`)).body.data;
  for (const part of [code, code.slice(3), code.slice(1).toLowerCase()])
    assert.deepEqual(await ids(`search=${part}`), [midnight], part);
  assert.deepEqual(await ids(`branchId=${branch.id}`), [inSecondBranch]);
  assert.deepEqual(await ids('status=refunded'), [morning]);
  assert.deepEqual(await ids(`customerId=${customer.id}`), [morning]);
  assert.deepEqual(await ids(`shift_id=${customer.id}`), []);
  assert.deepEqual(await ids(`start_date=${next}`), [inSecondBranch, midnight]);
  assert.deepEqual(await ids(`end_date=${day}`), [morning]);
  assert.deepEqual(await ids('page=2&limit=2'), [morning]);
  await sell({ status: 'pending', payment_method: undefined });
  const total = async (query: string) => (await filteredShop.owner.get(`/transactions?${query}`)).body.meta.total;
  assert.deepEqual([await total(''), await total(`branchId=${branch.id}`)], [4, 1]);
  for (const [query, field] of [
    ['status=gone', 'status'],
    ['startDate=2026-02-30', 'startDate'],
    ['limit=101', 'limit'],
    ['page=0', 'page'],
    [`start_date=${next}&end_date=${day}`, 'start_date'],
    ['branchId=x', 'branchId'],
  ]) {
    const answer = await filteredShop.owner.get(`/transactions?${query}`);
    assert.deepEqual([answer.status, fieldsOf(answer)], [422, [field]]);
  }
});
