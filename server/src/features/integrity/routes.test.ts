import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { checkChangedMerchant } from './check-integrity.ts';

const app = await createTestApp();
const expireCache = () => app.clock.advance(61_000);

/** Changes a level directly, so that it differs from the sum of its movements. */
const tamper = (product_id: string, by: number) =>
  app.admin.query('update stock_levels set on_hand = on_hand + $2 where product_id = $1', [product_id, by]);

const violations = async () =>
  (await app.anonymous.get('//metrics')).text.match(/tillhouse_invariant_violations\{.*/g) ?? [];

test('finds no violation for correct data', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { stock: 5 });
  const { status, body } = await shop.owner.get('/health/invariants');
  assert.equal(status, 200);
  assert.equal(body.data.ok, true);
  assert.ok(body.data.invariants.length >= 25);
  for (const { id, holds, broken, rows } of body.data.invariants) {
    assert.match(id, /^I\d+$/);
    assert.ok(holds.length > 10);
    assert.deepEqual([broken, rows], [0, []]);
  }
});

test('shows a violation with its row and correction to its merchant only', async () => {
  const shop = await aShop(app);
  const otherShop = await aShop(app);
  const { id } = await aProduct(shop, { stock: 5 });
  await tamper(id, 2);
  const { data } = (await shop.owner.get('/health/invariants')).body;
  assert.equal(data.ok, false);
  const [broken, ...others] = data.invariants.filter((one: { broken: number }) => one.broken > 0);
  assert.deepEqual(others, []);
  assert.deepEqual([broken.id, broken.broken, broken.rows.length], ['I1', 1, 1]);
  const [{ record, mend }] = broken.rows;
  assert.deepEqual([record.product_id, record.on_hand, record.moved, record.missing], [id, '7', '5', '2']);
  assert.match(mend, new RegExp(`movement of 2, .* product ${id}`));
  assert.equal((await otherShop.owner.get('/health/invariants')).body.data.ok, true);
  assert.deepEqual(await violations(), ['tillhouse_invariant_violations{invariant="I1"} 1']);

  await tamper(id, -2);
  assert.equal((await shop.owner.get('/health/invariants')).body.data.ok, false, 'the cached result');
  expireCache();
  assert.equal((await shop.owner.get('/health/invariants')).body.data.ok, true);
  assert.deepEqual(await violations(), []);
});

test('returns the last result for less than a minute, and checks a quiet merchant after a day', async () => {
  const shop = await aShop(app);
  const start = Date.parse(app.clock.now());
  const later = (ms: number) => app.clock.freeze(new Date(start + ms).toISOString());
  const checkedAt = async () => Date.parse((await shop.owner.get('/health/invariants')).body.data.checked_at) - start;
  later(0);
  assert.equal(await checkedAt(), 0);
  later(59_999);
  assert.equal(await checkedAt(), 0);
  later(60_000);
  assert.equal(await checkedAt(), 60_000);
  const day_ms = 24 * 60 * 60 * 1_000;
  const lastCheck = async () => {
    await checkChangedMerchant(app.database.reader(shop.merchant_id), app.clock.now(), app.database);
    const { rows } = await app.admin.query('select checked_at from checks where merchant_id = $1', [shop.merchant_id]);
    return rows[0].checked_at.getTime() - start;
  };
  later(60_000 + day_ms - 1);
  assert.equal(await lastCheck(), 60_000);
  later(60_000 + day_ms);
  assert.equal(await lastCheck(), 60_000 + day_ms);
  app.clock.set(app.clock.now());
});

test('checks active merchants every hour and the others once a day', async () => {
  const shop = await aShop(app);
  const { id } = await aProduct(shop, { stock: 5 });
  const check = () => checkChangedMerchant(app.database.reader(shop.merchant_id), app.clock.now(), app.database);
  await check();
  app.clock.advance(60 * 60 * 1_000);
  await tamper(id, 1);
  await check();
  assert.deepEqual(await violations(), [], 'without new events the merchant is not checked');
  await aProduct(shop);
  await check();
  assert.deepEqual(await violations(), ['tillhouse_invariant_violations{invariant="I1"} 1']);
  await tamper(id, -1);
  app.clock.advance(24 * 60 * 60 * 1_000);
  await check();
  assert.deepEqual(await violations(), []);
});

test('checks a merchant again for an event in the millisecond of the last check', async () => {
  const shop = await aShop(app);
  const { id } = await aProduct(shop, { stock: 5 });
  const check = () => checkChangedMerchant(app.database.reader(shop.merchant_id), app.clock.now(), app.database);
  const now = Date.parse(app.clock.now()) + 60_000;
  app.clock.freeze(new Date(now).toISOString());
  await check();
  await tamper(id, 1);
  await aProduct(shop);
  await check();
  assert.deepEqual(await violations(), ['tillhouse_invariant_violations{invariant="I1"} 1']);
  await tamper(id, -1);
  await check();
  assert.deepEqual(await violations(), []);
  app.clock.set(app.clock.now());
});

test('allows one check at a time, and owners only', async () => {
  const shop = await aShop(app);
  const client = await app.admin.connect();
  await client.query(`select pg_advisory_lock(hashtext('doctor'))`);
  const answer = await shop.owner.get('/health/invariants');
  assert.deepEqual([answer.status, answer.body.error.code], [503, 'UNAVAILABLE']);
  await client.query(`select pg_advisory_unlock(hashtext('doctor'))`);
  client.release();
  assert.equal((await shop.owner.get('/health/invariants')).status, 200);
  for (const role of ['manager', 'cashier', 'stock_clerk', 'viewer'] as const)
    assert.equal((await (await aStaffMember(shop, role)).get('/health/invariants')).status, 403, role);
});
