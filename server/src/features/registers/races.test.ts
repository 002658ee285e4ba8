import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../../../test/caller.ts';
import { withTableLocked } from '../../../../test/locked-table.ts';
import { aRegister, aShift } from '../../../../test/registers.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { sendBeside, untilLockWait } from '../../../../test/waiting.ts';
import { changeRegister } from './change-registers.ts';
import { countShift, reopenShift } from './shifts/count-shift.ts';

const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const product = await aProduct(shop, { price: 3, stock: 100_000 });
const cash = (amount: number) => [{ method: 'cash', amount }];
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

const sell = (register_id: string) =>
  owner.post('/transactions', {
    items: [{ product_id: product.id, quantity: 1 }],
    payment_method: 'cash',
    register_id,
  });

test('of ten requests that open a shift of one register, one succeeds', async () => {
  const register = await aRegister(shop);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => owner.post('/shifts', { register_id: register.id, counted_float: 1 })),
  );
  assert.deepEqual(statusesOf(answers), [201, ...Array.from({ length: 9 }, () => 422)]);
  assert.equal((await owner.get(`/shifts?register_id=${register.id}`)).body.meta.total, 1);
});

test('a repeated request opens one shift', async () => {
  const register = await aRegister(shop);
  const open = () =>
    owner.post('/shifts', { register_id: register.id, counted_float: 1 }, { 'idempotency-key': 'open once' });
  const [first, second] = [await open(), await open()];
  assert.deepEqual([first.status, second.body], [201, first.body]);
});

test('sales at the moment of a count are counted, or rejected', async () => {
  for (let round = 0; round < 5; round += 1) {
    const shift = await aShift(shop, { counted_float: 0 });
    const [counted, ...sales] = await Promise.all([
      owner.post(`/shifts/${shift.id}/count`, { counted: cash(0) }),
      ...Array.from({ length: 12 }, () => sell(shift.register_id)),
    ]);
    const sold = sales.filter(({ status }) => status === 201).length;
    assert.ok(sales.every(({ status, body }) => status === 201 || body.error.code === 'INVALID_STATE'));
    const expected = counted.body.data.expected as { amount: number }[];
    assert.deepEqual([counted.status, expected[0]?.amount], [200, 3 * sold]);
    const closed = await owner.post(`/shifts/${shift.id}/close`, {});
    assert.deepEqual(closed.body.data.expected, counted.body.data.expected);
  }
});

test('of concurrent closings one writes a closure', async () => {
  const shift = await aShift(shop);
  await owner.post(`/shifts/${shift.id}/count`, { counted: cash(100) });
  const answers = await Promise.all(Array.from({ length: 8 }, () => owner.post(`/shifts/${shift.id}/close`, {})));
  assert.deepEqual(statusesOf(answers), [200, ...Array.from({ length: 7 }, () => 422)]);
  assert.equal((await owner.get(`/closures?register_id=${shift.register_id}`)).body.meta.total, 1);
});

test('of concurrent voids of a movement one succeeds', async () => {
  const shift = await aShift(shop, { counted_float: 0 });
  const path = `/shifts/${shift.id}/movements`;
  const { id } = (await owner.post(path, { type: 'paid_in', amount: 5, reason: 'x' })).body.data;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => owner.post(`${path}/${id}/void`, { reason: 'twice' })),
  );
  assert.deepEqual(statusesOf(answers), [200, ...Array.from({ length: 7 }, () => 422)]);
  assert.ok(answers.every(({ status, body }) => status === 200 || body.error.code === 'INVALID_STATE'));
});

test('concurrent recounts of a closure add up to the last one', async () => {
  const shift = await aShift(shop, { counted_float: 0 });
  await owner.post(`/shifts/${shift.id}/count`, { counted: cash(0) });
  const closure = (await owner.post(`/shifts/${shift.id}/close`, {})).body.data;
  const recounts = await Promise.all(
    [1, 2, 3, 4, 5].map((amount) =>
      owner.post(`/closures/${closure.id}/recounts`, { counted: cash(amount), reason: 'again' }),
    ),
  );
  assert.deepEqual(statusesOf(recounts), [201, 201, 201, 201, 201]);
  const { corrections, corrected } = (await owner.get(`/closures/${closure.id}`)).body.data;
  const sum = corrections.reduce((total: number, { amount }: { amount: number }) => total + amount, 0);
  assert.deepEqual([corrections.length, corrected.counted], [5, cash(sum)]);
  assert.ok([1, 2, 3, 4, 5].includes(sum));
});

test('sales at a register share commits, and one that it rejects does not affect the others', async () => {
  const open = await aShift(shop, { counted_float: 0 });
  const closed = await aRegister(shop, { requires_shift: true });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => sell(index % 2 === 0 ? open.register_id : closed.id)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 201 : 422)),
  );
  assert.deepEqual((await owner.get(`/shifts/${open.id}`)).body.data.expected, cash(30));
});

test('a count, a closing and an opening each see what another request did just before', async () => {
  const shift = await aShift(shop, { counted_float: 0 });
  const path = `/shifts/${shift.id}`;
  const count = { id: shift.id, counted: [{ method: 'cash' as const, amount: 0n }], denominations: null };
  const counting = { counted: cash(0) };
  const refused: [what: string, answer: Reply][] = [];
  const beside = async (what: string, act: Parameters<typeof sendBeside>[1], send: () => Promise<Reply>) =>
    refused.push([what, await sendBeside(shop, act, send)]);
  await beside(
    'a second count',
    (tx, ctx) => countShift(tx, ctx, count),
    () => owner.post(`${path}/count`, counting),
  );
  for (const [what, body] of [
    ['recount', counting],
    ['reopen', {}],
    ['close', {}],
  ] as const) {
    await beside(
      what,
      (tx, ctx) => reopenShift(tx, ctx, shift.id),
      () => owner.post(`${path}/${what}`, body),
    );
    assert.equal((await owner.post(`${path}/count`, counting)).status, 200);
  }
  const register = await aRegister(shop);
  await beside(
    'an opening at a deactivated register',
    (tx, ctx) => changeRegister(tx, ctx, { id: register.id, status: 'inactive' }),
    () => owner.post('/shifts', { register_id: register.id, counted_float: 1 }),
  );
  for (const [what, { status, body, text }] of refused)
    assert.deepEqual([status, body.error?.code], [422, 'INVALID_STATE'], `${what}: ${text}`);
});

test('an opening waits for a closing of the shift before that has begun', async () => {
  const { id, register_id } = await aShift(shop, { counted_float: 0 });
  assert.equal((await owner.post(`/shifts/${id}/count`, { counted: cash(0) })).status, 200);
  await withTableLocked(app, 'sale_payments', async ({ waiting, release }) => {
    const closing = owner.post(`/shifts/${id}/close`, {});
    await waiting(1);
    const opening = owner.post('/shifts', { register_id, counted_float: 1 });
    await Promise.race([untilLockWait(app.admin, 2), opening]);
    await release();
    assert.deepEqual([(await closing).status, (await opening).status], [200, 201]);
  });
});
