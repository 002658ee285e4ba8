import { test } from 'node:test';
import type { Reply } from '../caller.ts';
import { aCustomer, aProduct, aShop, aStaffMember } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { assert, claimsOf } from './claims.ts';
import { allOperations } from './contract.ts';
import { failure } from './resources.ts';
import { mismatches } from './shape.ts';

const app = await createTestApp();
const { proves } = claimsOf(import.meta.filename);
const shop = await aShop(app);
const tea = await aProduct(shop);

function assertFailure({ status, body, text }: Pick<Reply, 'status' | 'body' | 'text'>, expected: number): void {
  assert.equal(status, expected, text);
  assert.equal(body.success, false, text);
  assert.ok(
    typeof body.error.code === 'string' && body.error.message.length > 0 && Array.isArray(body.error.details),
    text,
  );
}

test('reports invalid input by field', async () => {
  const answer = await shop.owner.post('/products', { sku: 7, name: 'x', price: -1, status: 'gone' });
  await proves(
    [
      'error -> error.code',
      'error -> error.message',
      'error -> error.details[].field',
      'error -> error.details[].message',
    ],
    () => assert.deepEqual(mismatches(failure, answer.body), []),
  );
  await proves('error -> success', () => assert.equal(answer.body.success, false));
  await proves(
    ['a validation error has the code VALIDATION_ERROR and names each offending field', 'status 422 Validation Error'],
    () => {
      assertFailure(answer, 422);
      assert.equal(answer.body.error.code, 'VALIDATION_ERROR');
      const fields = answer.body.error.details.map(({ field }: { field: string }) => field).sort();
      assert.deepEqual(fields, ['price', 'sku', 'status']);
    },
  );
});

test('returns the documented success statuses', async () => {
  const [ok, created] = [await shop.owner.get('/products'), await shop.owner.post('/customers', { name: 'Carla' })];
  await proves('status 200 OK', () => assert.equal(ok.status, 200));
  await proves('status 201 Created', () => assert.equal(created.status, 201));
  await proves('success: true in every JSON success', () => {
    for (const { body } of [ok, created]) assert.equal(body.success, true);
    // The test of each other operation checks its own response.
    const withoutSuccess = Object.entries(allOperations).filter(
      ([, { answer }]) => typeof answer !== 'string' && answer.success !== 'true',
    );
    assert.deepEqual(
      withoutSuccess.map(([name]) => name),
      ['POST /inventory/import'],
    );
  });
});

test('returns the documented error statuses', async () => {
  const cashier = await aStaffMember(shop, 'cashier');
  await proves('status 400 Bad Request', async () =>
    assertFailure(await shop.owner.post('/products', '{"half":'), 400),
  );
  await proves('status 401 Unauthorized', async () => assertFailure(await app.anonymous.get('/products'), 401));
  await proves('status 403 Forbidden: a lack of permission', async () => {
    assertFailure(await cashier.delete(`/products/${tea.id}`), 403);
    assertFailure(await shop.owner.get('/products', { 'x-merchant-id': tea.id }), 403);
  });
  await proves('status 404 Not Found: a missing record', async () => {
    for (const path of ['/products', '/transactions', '/inventory', '/customers'])
      for (const id of [shop.merchant_id, 'nonsense']) assertFailure(await shop.owner.get(`${path}/${id}`), 404);
  });
  await proves('success: false and error in every failure', async () => {
    assertFailure(await shop.owner.get('/nowhere'), 404);
    assertFailure(await shop.owner.put('/nowhere', {}), 404);
    assertFailure(await app.anonymous.post('/auth/login', {}), 422);
  });
});

test('reports an internal error without its details', async () => {
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as { port: number };
  await app.admin.query('alter table customers rename to hidden_customers');
  await proves('status 500 Internal Server Error', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/customers`, { headers: shop.owner.headers });
    const text = await answer.text();
    assertFailure({ status: answer.status, body: JSON.parse(text), text }, 500);
    assert.ok(!text.includes('relation'), text);
  });
  await app.admin.query('alter table hidden_customers rename to customers');
});

test('responds 503 when the database disk is full', async () => {
  // The policy fails as soon as the database reads a row.
  await aCustomer(shop);
  const { rows } = await app.admin.query(`select qual from pg_policies where tablename = 'customers'`);
  await app.admin.query(
    `create function full_disk() returns boolean language plpgsql as $$ begin raise sqlstate '53100'; end $$`,
  );
  await app.admin.query('alter policy own_merchant on customers using (full_disk())');
  await proves('status 503 Service Unavailable', async () => assertFailure(await shop.owner.get('/customers'), 503));
  await app.admin.query(`alter policy own_merchant on customers using (${rows[0]?.qual})`);
  await app.admin.query('drop function full_disk');
});

test('returns timestamps in UTC for any offset sent', async () => {
  await proves('timestamps are ISO 8601 in UTC', async () => {
    const at = new Date(Date.parse(app.clock.now()) - 3_600_000);
    const occurred_at = `${new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 23)}+07:00`;
    const items = [{ product_id: tea.id, quantity: 1 }];
    const { body } = await shop.owner.post('/transactions', { items, payment_method: 'cash', occurred_at });
    assert.equal(body.data.occurred_at, at.toISOString());
    assert.match(body.data.created_at, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  });
});

test('has the version in the path', async () => {
  await proves('the version is part of the path: /api/v1', async () => {
    assert.equal((await shop.owner.get('//api/v1/products')).status, 200);
    for (const path of ['//products', '//api/v2/products'])
      assert.equal((await shop.owner.get(path)).status, 404, path);
  });
});
