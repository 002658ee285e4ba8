import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const cashier = await aStaffMember(shop, 'cashier');
const product = await aProduct(shop, { price: 7, stock: 1_000 });
const cash = (amount: number) => [{ method: 'cash', amount }];

/** A shift with a sale, counted and closed by a cashier; what the cashier was answered. */
async function countedBy(register_id: string) {
  const opened = await cashier.post('/shifts', { register_id, counted_float: 30 });
  const { id } = opened.body.data;
  const items = [{ product_id: product.id, quantity: 1 }];
  await cashier.post('/transactions', { items, payment_method: 'cash', register_id });
  const answers = [
    opened,
    await cashier.get(`/shifts/${id}`),
    await cashier.post(`/shifts/${id}/count`, { counted: cash(31) }),
    await cashier.post(`/shifts/${id}/recount`, { counted: cash(32) }),
  ].map(({ body }) => body.data);
  answers.push((await cashier.get(`/shifts?register_id=${register_id}`)).body.data[0]);
  const closed = (await cashier.post(`/shifts/${id}/close`, {})).body.data;
  answers.push(closed, (await cashier.get(`/closures/${closed.id}`)).body.data);
  answers.push((await cashier.get(`/closures?register_id=${register_id}`)).body.data[0]);
  answers.push((await cashier.get(`/shifts/${id}`)).body.data);
  return { id, closed, answers };
}

test('a cashier counts a blind register without seeing what it should contain', async () => {
  const { id, closed, answers } = await countedBy((await aRegister(shop, { blind_count: true })).id);
  for (const answer of answers) {
    assert.deepEqual([answer.expected, answer.variance], [null, null]);
    for (const name of ['figures', 'lifetime', 'corrected']) assert.equal(answer[name] ?? null, null, name);
    assert.deepEqual(answer.corrections ?? [], []);
    // 37 is expected, 7 was sold, 5 is the difference.
    assert.doesNotMatch(JSON.stringify(answer), /:-?(37|7|5)[,}\]]/);
  }
  assert.deepEqual(closed.counted, cash(32));
  await owner.post(`/closures/${closed.id}/recounts`, { counted: cash(36), reason: 'Under the tray' });
  const corrected = (await cashier.get(`/closures/${closed.id}`)).body.data;
  assert.deepEqual([corrected.corrections, corrected.corrected], [[], null]);
  const shown = (await owner.get(`/shifts/${id}`)).body.data;
  assert.deepEqual([shown.expected, shown.variance, shown.figures.sales.amount], [cash(37), cash(-5), 7]);
  assert.deepEqual((await owner.get(`/closures/${closed.id}`)).body.data.corrected.variance, cash(-1));
});

test('a cashier of another register sees what it should contain', async () => {
  const { closed, answers } = await countedBy((await aRegister(shop)).id);
  assert.deepEqual(
    answers.map(({ expected }) => expected[0].amount),
    [30, 37, 37, 37, 37, 37, 37, 37, 37],
  );
  assert.deepEqual([closed.variance, closed.figures.sales.amount, closed.lifetime.sales], [cash(-5), 7, 7]);
});

test('a viewer reads shifts and writes none', async () => {
  const viewer = await aStaffMember(shop, 'viewer');
  const shift = await aShift(shop, { register_id: (await aRegister(shop, { blind_count: true })).id });
  assert.deepEqual((await viewer.get(`/shifts/${shift.id}`)).body.data.expected, cash(100));
  assert.equal((await viewer.post(`/shifts/${shift.id}/count`, { counted: cash(1) })).status, 403);
  const clerk = await aStaffMember(shop, 'stock_clerk');
  assert.equal((await clerk.get('/shifts')).status, 403);
});

test('a cashier cannot find out by repeated counts with which one a blind register closes', async () => {
  const rule = { action: 'shift_variance', above_amount: 5 };
  assert.equal((await owner.put('/merchant', { approval_rules: [rule] })).status, 200);
  const openShift = async (counted: number) => {
    const register = await aRegister(shop, { blind_count: true });
    const { id } = (await cashier.post('/shifts', { register_id: register.id, counted_float: 30 })).body.data;
    await cashier.post(`/shifts/${id}/count`, { counted: cash(counted) });
    return id as string;
  };
  const close = async (id: string, caller = cashier) => {
    const { status, body } = await caller.post(`/shifts/${id}/close`, {});
    return `${status} ${body.error?.code ?? 'OK'}`;
  };
  const id = await openShift(24);
  for (const amount of [25, 30, 36]) {
    assert.equal(await close(id), '403 APPROVAL_REQUIRED');
    await cashier.post(`/shifts/${id}/recount`, { counted: cash(amount) });
  }
  await cashier.post(`/shifts/${id}/reopen`, {});
  await cashier.post(`/shifts/${id}/count`, { counted: cash(30) });
  assert.equal(await close(id), '403 APPROVAL_REQUIRED');
  assert.equal(await close(id, owner), '200 OK');
  const exact = await openShift(26);
  await cashier.post(`/shifts/${exact}/recount`, { counted: cash(30) });
  assert.equal(await close(exact), '200 OK');
  // After a sale the drawer holds more than at the first count, which was right then.
  const reopened = await openShift(30);
  await cashier.post(`/shifts/${reopened}/reopen`, {});
  await cashier.post(`/shifts/${reopened}/movements`, { type: 'paid_in', amount: 70, reason: 'Change' });
  await cashier.post(`/shifts/${reopened}/count`, { counted: cash(100) });
  assert.equal(await close(reopened), '200 OK');
});
