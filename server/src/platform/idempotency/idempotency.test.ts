import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { runMaintenance } from '../maintenance/maintenance.ts';

const app = await createTestApp();
const shop = await aShop(app);
let keys = 0;

const aKey = () => ({ 'idempotency-key': `key ${++keys}` });
const add = (body: object, headers: Record<string, string>, target: Shop = shop) =>
  target.owner.post('/warehouses', body, headers);
const aBody = (name: string) => ({ name, branch_id: shop.branch_id });

async function countNamed(name: string): Promise<number> {
  const { rows } = await app.admin.query(`select from warehouses where name = $1`, [name]);
  return rows.length;
}

test('replays the stored response byte for byte, and runs the request once', async () => {
  const key = aKey();
  const first = await add(aBody('Once'), key);
  assert.equal(first.status, 201);
  assert.equal(first.headers['idempotent-replayed'], undefined);
  const again = await add({ branch_id: shop.branch_id, name: 'Once' }, key);
  assert.equal(again.status, 201);
  assert.equal(again.text, first.text);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(again.headers['content-type'], first.headers['content-type']);
  assert.equal(await countNamed('Once'), 1);
});

test('a sale that is sent again with a new key has the same response under that key, too', async () => {
  const product = await aProduct(shop);
  const body = { id: newId(), items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  const first = await shop.owner.post('/transactions', body);
  assert.equal(first.status, 201, first.text);
  const key = aKey();
  const again = await shop.owner.post('/transactions', body, key);
  assert.deepEqual([again.status, again.text, again.headers['idempotent-replayed']], [201, first.text, 'true']);
  const { rows } = await app.admin.query('select status, body from idempotency_keys where key = $1', [
    `key ${key['idempotency-key']}`,
  ]);
  assert.deepEqual(rows, [{ status: 201, body: first.text }]);
  const other = await shop.owner.post('/transactions', { ...body, id: newId() }, key);
  assert.equal(other.body.error.code, 'IDEMPOTENCY_CONFLICT');
});

test('runs a repeated request again without a key', async () => {
  await add(aBody('Twice'), {});
  await add(aBody('Twice'), {});
  assert.equal(await countNamed('Twice'), 2);
});

test('rejects a key that was used with another request', async () => {
  const key = aKey();
  await add(aBody('Mine'), key);
  for (const answer of [await add(aBody('Other'), key), await shop.owner.post('/branches', aBody('Mine'), key)]) {
    assert.equal(answer.status, 422);
    assert.equal(answer.body.error.code, 'IDEMPOTENCY_CONFLICT');
    assert.equal(answer.body.error.details[0].field, 'Idempotency-Key');
  }
  assert.equal(await countNamed('Other'), 0);
});

test('runs one of ten concurrent requests; the others wait and get its response', async () => {
  const key = aKey();
  const answers = await Promise.all(Array.from({ length: 10 }, () => add(aBody('Race'), key)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 9);
  assert.equal(await countNamed('Race'), 1);
});

test('runs one of two different concurrent requests with the same key, and rejects the other', async () => {
  const key = aKey();
  const answers = await Promise.all([add(aBody('Left'), key), add(aBody('Right'), key)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422]);
  assert.equal((await countNamed('Left')) + (await countNamed('Right')), 1);
});

test('stores no errors, so the key can be used again, also with another body', async () => {
  const key = aKey();
  const refused = await add({ name: 'Late', branch_id: '00000000-0000-7000-8000-000000000000' }, key);
  assert.equal(refused.status, 422);
  const done = await add(aBody('Late'), key);
  assert.equal(done.status, 201);
  assert.equal(done.headers['idempotent-replayed'], undefined);
});

test('keys of merchants are independent', async () => {
  const other = await aShop(app);
  const key = aKey();
  await add(aBody('Shared'), key);
  const ofOther = await add({ name: 'Shared', branch_id: other.branch_id }, key, other);
  assert.equal(ofOther.status, 201);
  assert.equal(ofOther.headers['idempotent-replayed'], undefined);
});

test('requires the same permission for a replay as for the request', async () => {
  const key = aKey();
  await add(aBody('Rights'), key);
  assert.equal((await app.anonymous.post('/warehouses', aBody('Rights'), key)).status, 401);
  const otherShop = await aShop(app);
  assert.equal(
    (await otherShop.owner.post('/warehouses', aBody('Rights'), { ...key, 'x-merchant-id': shop.merchant_id })).status,
    403,
  );
});

test('rejects a key that another user of the merchant has used, and does nothing', async () => {
  const manager = await aStaffMember(shop, 'manager');
  const key = aKey();
  await add(aBody('First'), key);
  const repeated = await manager.post('/warehouses', aBody('First'), key);
  assert.deepEqual([repeated.status, repeated.body.error.code], [422, 'IDEMPOTENCY_CONFLICT']);
  assert.equal(repeated.body.error.details[0].field, 'Idempotency-Key');
  assert.equal(await countNamed('First'), 1);
  assert.equal((await add(aBody('First'), key)).headers['idempotent-replayed'], 'true');
});

test('a manager of one branch does not get the owner’s export by its key', async () => {
  const branch_id = (await shop.owner.post('/branches', { name: 'Limited' })).body.data.id;
  const manager = await aStaffMember(shop, 'manager');
  const { id } = (await manager.get('/auth/me')).body.data;
  const body = { report_type: 'sales', format: 'csv', start_date: '2026-01-01', end_date: '2026-01-31', branch_id };
  const key = aKey();
  const exported = await shop.owner.post('/reports/export', body, key);
  assert.equal(exported.status, 200, exported.text);
  await shop.owner.put(`/staff/${id}`, { branch_ids: [branch_id] });
  const repeated = await manager.post('/reports/export', body, key);
  assert.deepEqual([repeated.status, repeated.body.error.code], [422, 'IDEMPOTENCY_CONFLICT']);
  assert.ok(!repeated.text.includes('download_url'));
});

test('replays no response to a user who has since been limited to fewer branches', async () => {
  const branch_id = (await shop.owner.post('/branches', { name: 'Only here' })).body.data.id;
  const manager = await aStaffMember(shop, 'manager');
  const { id } = (await manager.get('/auth/me')).body.data;
  const product = await aProduct(shop);
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  const key = aKey();
  const first = await manager.post('/transactions', sale, key);
  assert.equal((await manager.post('/transactions', sale, key)).text, first.text);
  await shop.owner.put(`/staff/${id}`, { branch_ids: [branch_id] });
  const repeated = await manager.post('/transactions', sale, key);
  assert.deepEqual([repeated.status, repeated.body.error.code], [403, 'FORBIDDEN'], repeated.text);
  await shop.owner.put(`/staff/${id}`, { branch_ids: null });
  assert.equal((await manager.post('/transactions', sale, key)).text, first.text);
  assert.equal((await shop.owner.get(`/products/${product.id}`)).body.data.stock, 99);
});

test('replays a user’s own responses after their role was lowered', async () => {
  const manager = await aStaffMember(shop, 'manager');
  const { id } = (await manager.get('/auth/me')).body.data;
  const product = await aProduct(shop);
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  const key = aKey();
  const first = await manager.post('/transactions', sale, key);
  await shop.owner.put(`/staff/${id}`, { role: 'cashier' });
  const repeated = await manager.post('/transactions', sale, key);
  assert.deepEqual([repeated.text, repeated.headers['idempotent-replayed']], [first.text, 'true']);
});

test('a key stored before senders were recorded can be replayed by any user', async () => {
  const manager = await aStaffMember(shop, 'manager');
  const key = aKey();
  const first = await add(aBody('Older'), key);
  await app.admin.query('update idempotency_keys set actor_id = null where key = $1', [`key key ${keys}`]);
  assert.equal((await manager.post('/warehouses', aBody('Older'), key)).text, first.text);
});

for (const [title, key] of [
  ['256 characters', 'k'.repeat(256)],
  ['no characters', ''],
  ['a letter beyond ASCII', 'schlüssel'],
] as const) {
  test(`rejects a key of ${title}`, async () => {
    const answer = await add(aBody('Bad key'), { 'idempotency-key': key });
    assert.equal(answer.status, 422, answer.text);
    assert.deepEqual(
      answer.body.error.details.map(({ field }: { field: string }) => field),
      ['Idempotency-Key'],
    );
    assert.equal(await countNamed('Bad key'), 0);
  });
}

test('accepts a key of one character, and of 255', async () => {
  assert.equal((await add(aBody('Short key'), { 'idempotency-key': '~' })).status, 201);
  const key = { 'idempotency-key': 'k'.repeat(255) };
  assert.equal((await add(aBody('Long key'), key)).status, 201);
  assert.equal(
    (await shop.owner.post('/auth/register-device', { token: 'long key', platform: 'ios' }, key)).status,
    201,
  );
});

test('ignores a key on GET and DELETE', async () => {
  const key = aKey();
  assert.equal((await shop.owner.get('/branches', key)).status, 200);
  for (const name of ['One', 'Two']) {
    const { id } = (await shop.owner.post('/categories', { name })).body.data;
    assert.equal((await shop.owner.delete(`/categories/${id}`, key)).status, 200);
  }
});

test('stores a response for seven days', async () => {
  const key = aKey();
  await add(aBody('Week'), key);
  const age = (hours: number) =>
    app.admin.query('update idempotency_keys set created_at = $2 where key = $1', [
      `key key ${keys}`,
      new Date(Date.now() - hours * 3_600_000),
    ]);
  await age(7 * 24 - 1);
  await runMaintenance(app.fastify.services);
  assert.equal((await add(aBody('Week'), key)).headers['idempotent-replayed'], 'true');
  await age(7 * 24 + 1);
  await runMaintenance(app.fastify.services);
  assert.equal((await add(aBody('Week'), key)).headers['idempotent-replayed'], undefined);
  assert.equal(await countNamed('Week'), 2);
});
