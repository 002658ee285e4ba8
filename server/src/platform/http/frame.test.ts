import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../../../test/caller.ts';
import { aShop, aStaffMember } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const app = await createTestApp();
const shop = await aShop(app);
const other = await aShop(app);

function assertFailure(answer: Reply, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(Object.keys(answer.body), ['success', 'error']);
  assert.equal(answer.body.success, false);
  assert.equal(answer.body.error.code, code);
  assert.ok(answer.body.error.message.length > 0);
  assert.ok(Array.isArray(answer.body.error.details));
  assert.match(String(answer.headers['content-type']), /^application\/json/);
}

const nested = (levels: number) => `{"name":${'['.repeat(levels)}${']'.repeat(levels)}}`;

const malformed: [string, string][] = [
  ['a truncated object', '{"name":'],
  ['a body that is not JSON', 'name=x'],
  ['a blank', ' '],
  ['a trailing comma', '{"name":"x",}'],
  ['__proto__', '{"name":"x","__proto__":{"is_default":true}}'],
  ['__proto__ further down', '{"name":{"__proto__":{}}}'],
  ['constructor.prototype', '{"name":"x","constructor":{"prototype":{"x":1}}}'],
  ['brackets 21 deep', nested(20)],
  ['brackets 100,000 deep', nested(100_000)],
  ['more than a mebibyte', JSON.stringify({ name: 'x'.repeat(1024 * 1024) })],
];
for (const [title, body] of malformed) {
  test(`rejects ${title} with 400`, async () =>
    assertFailure(await shop.owner.post('/branches', body), 400, 'MALFORMED_REQUEST'));
}

test('the message names the defect of a malformed body', async () => {
  const messageOf = async (body: string) => (await shop.owner.post('/branches', body)).body.error.message;
  assert.equal(await messageOf('{"name":'), 'The body is not valid JSON');
  assert.equal(await messageOf(nested(20)), 'The body is nested more than 20 deep');
  assert.equal(await messageOf('x'.repeat(1024 * 1024 + 1)), 'The body is too large');
});

test('accepts nesting within the limit, and does not count brackets in text', async () => {
  assertFailure(await shop.owner.post('/branches', nested(19)), 422, 'VALIDATION_ERROR');
  const name = `\\"${'['.repeat(50)}\\"`;
  assert.equal((await shop.owner.post('/branches', `{"name":"${name}"}`)).status, 201);
});

for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data; boundary=x',
  'nonsense',
]) {
  test(`rejects a body with the content type ${type} with 400`, async () =>
    assertFailure(
      await shop.owner.post('/branches', '{"name":"x"}', { 'content-type': type }),
      400,
      'MALFORMED_REQUEST',
    ));
}

test('accepts JSON with a character set', async () => {
  const answer = await shop.owner.post(
    '/branches',
    { name: 'Café' },
    { 'content-type': 'application/json; charset=utf-8' },
  );
  assert.equal(answer.body.data.name, 'Café');
});

test('treats an empty JSON body as no body: required fields are missing, and routes without required fields succeed', async () => {
  const json = { 'content-type': 'application/json' };
  for (const answer of [await shop.owner.post('/branches', '', json), await shop.owner.post('/branches')]) {
    assertFailure(answer, 422, 'VALIDATION_ERROR');
    assert.deepEqual(answer.body.error.details, [{ field: 'name', message: 'is required' }]);
  }
  assert.equal((await shop.owner.put(`/branches/${shop.branch_id}`, '', json)).status, 200);
  assert.equal((await shop.owner.with(json).delete(`/staff/${newId()}`)).status, 404);
});

test('treats an empty body of any content type as no body', async () => {
  for (const type of [
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'nonsense',
  ]) {
    const typed = shop.owner.with({ 'content-type': type, 'content-length': '0' });
    assertFailure(await typed.post('/branches'), 422, 'VALIDATION_ERROR');
    assert.equal((await typed.put(`/branches/${shop.branch_id}`)).status, 200);
    assert.equal((await typed.delete(`/staff/${newId()}`)).status, 404);
    const viewer = await aStaffMember(shop, 'viewer');
    assert.equal((await viewer.post('/auth/logout', undefined, { 'content-type': type })).status, 200);
  }
});

for (const body of ['null', '[]', '"x"', '7']) {
  test(`rejects the body ${body}, which is not an object`, async () => {
    const answer = await shop.owner.post('/branches', body);
    assertFailure(answer, 422, 'VALIDATION_ERROR');
    assert.equal(answer.body.error.details[0].field, 'body');
  });
}

const invalidText = 'must be well-formed text without NUL characters';
const wrongText: [title: string, name: string, message: string][] = [
  ['NUL', 'a\\u0000b', invalidText],
  ['half a surrogate pair', '\\ud800', invalidText],
  ['white space', ' \\t\\n', 'must not be blank'],
  ['201 characters', 'x'.repeat(201), 'must have at most 200 characters'],
];
for (const [title, name, message] of wrongText) {
  test(`rejects a name of ${title} with 422`, async () => {
    const answer = await shop.owner.post('/branches', `{"name":"${name}"}`);
    assertFailure(answer, 422, 'VALIDATION_ERROR');
    assert.deepEqual(answer.body.error.details, [{ field: 'name', message }]);
  });
}

test('does not coerce JSON types', async () => {
  const answer = await shop.owner.post('/warehouses', { name: 5, branch_id: shop.branch_id, is_default: 'true' });
  assertFailure(answer, 422, 'VALIDATION_ERROR');
  assert.deepEqual(answer.body.error.details, [
    { field: 'name', message: 'must be a string' },
    { field: 'is_default', message: 'must be a boolean' },
  ]);
});

test('responds 404 in the envelope to an unknown address, or a known one with another method', async () => {
  for (const answer of [
    await app.anonymous.get('/nothing/here'),
    await shop.owner.get('/nothing/here'),
    await shop.owner.delete('/branches'),
    await shop.owner.patch(`/branches/${shop.branch_id}`, {}),
    await shop.owner.put('/auth/login', {}),
    await app.anonymous.get('//nowhere'),
    await app.anonymous.get('//api/v2/branches'),
  ]) {
    assertFailure(answer, 404, 'NOT_FOUND');
    assert.deepEqual(answer.body.error.details, []);
  }
});

test('responds 400 in the envelope to an address that cannot be decoded', async () => {
  assertFailure(await shop.owner.get('/branches/%zz'), 400, 'MALFORMED_REQUEST');
  assertFailure(await shop.owner.get(`/branches/${'x'.repeat(300)}`), 404, 'NOT_FOUND');
});

test('ignores a trailing slash', async () => {
  assert.equal((await shop.owner.get('/branches/')).text, (await shop.owner.get('/branches')).text);
  assert.equal((await shop.owner.get(`/branches/${shop.branch_id}/?limit=1`)).status, 200);
  assert.equal((await shop.owner.post('/branches/', { name: 'Slash' })).status, 201);
});

test('accepts query parameters in snake_case and camelCase; both at once must agree', async () => {
  const [snake, camel] = [`branch_id=${shop.branch_id}`, `branchId=${shop.branch_id}`];
  const expected = await shop.owner.get(`/warehouses?${snake}`);
  assert.equal(expected.body.meta.total, 1);
  assert.equal((await shop.owner.get(`/warehouses?${camel}`)).text, expected.text);
  assert.equal((await shop.owner.get(`/warehouses?${camel}&${snake}`)).text, expected.text);
  const conflicting = await shop.owner.get(`/warehouses?${snake}&branchId=${newId()}`);
  assertFailure(conflicting, 422, 'VALIDATION_ERROR');
  assert.equal(conflicting.body.error.details[0].field, 'branchId');
  const wrong = await shop.owner.get('/warehouses?branchId=x&limit=many');
  assert.deepEqual(wrong.body.error.details.map(({ field }: { field: string }) => field).sort(), ['branchId', 'limit']);
});

test('ignores unknown parameters and rejects repeated ones', async () => {
  assert.equal((await shop.owner.get('/branches?colour=red&__proto__=x&constructor=y')).status, 200);
  assertFailure(await shop.owner.get('/branches?limit=1&limit=2'), 422, 'VALIDATION_ERROR');
});

test('every response has a request id of the service and forbids content sniffing', async () => {
  const seen = new Set<unknown>();
  for (const answer of [
    await shop.owner.get('/branches', { 'x-request-id': 'mine' }),
    await app.anonymous.get('/branches'),
    await app.anonymous.get('/nothing'),
    await app.anonymous.get('//health/live'),
    await shop.owner.post('/branches', '{'),
    await shop.owner.get('/branches/%zz'),
  ]) {
    const id = answer.headers['x-request-id'];
    assert.match(String(id), /^[0-9a-f-]{36}$/);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    seen.add(id);
  }
  assert.equal(seen.size, 6);
});

test('allows browsers of every origin, without credentials; preflight is 200', async () => {
  const headers = {
    origin: 'https://till.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization,x-merchant-id,idempotency-key',
  };
  const preflight = await app.fastify.inject({ method: 'OPTIONS', url: '/api/v1/branches', headers });
  assert.equal(preflight.statusCode, 200);
  assert.equal(preflight.headers['access-control-allow-origin'], '*');
  assert.match(String(preflight.headers['access-control-allow-methods']), /PUT/);
  assert.match(String(preflight.headers['access-control-allow-headers']), /idempotency-key/);
  assert.equal(preflight.headers['access-control-allow-credentials'], undefined);
  const refused = await app.anonymous.get('/branches', { origin: headers.origin });
  assert.equal(refused.headers['access-control-allow-origin'], '*');
  assert.match(String(refused.headers['access-control-expose-headers']), /X-Request-Id/);
});

test('an OPTIONS request that is no preflight also gets the allowed methods', async () => {
  for (const headers of [{}, { origin: 'https://till.example' }]) {
    const answer = await app.fastify.inject({ method: 'OPTIONS', url: '/api/v1/branches', headers });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, '');
    assert.match(String(answer.headers['access-control-allow-methods']), /PUT/);
  }
});

test('allows configured origins only', async () => {
  const restrictedApp = await createTestApp({ env: { CORS_ORIGINS: 'https://till.example, https://office.example' } });
  const allowed = await restrictedApp.anonymous.get('/nothing', { origin: 'https://office.example' });
  assert.equal(allowed.headers['access-control-allow-origin'], 'https://office.example');
  // Also for files, because a page may show an exported file.
  const file = await restrictedApp.anonymous.get('//cdn/nothing', { origin: 'https://office.example' });
  assert.deepEqual([file.status, file.headers['access-control-allow-origin']], [404, 'https://office.example']);
  const refused = await restrictedApp.anonymous.get('/nothing', { origin: 'https://evil.example' });
  assert.equal(refused.headers['access-control-allow-origin'], undefined);
});

test('responds with the same 403 to another merchant’s id and a malformed id', async () => {
  for (const id of [
    other.merchant_id,
    newId(),
    'not-an-id',
    `${shop.merchant_id} `.repeat(2),
    '00000000-0000-0000-0000-000000000000',
  ]) {
    for (const path of ['/branches', '/merchant', '/staff', '/auth/me']) {
      const answer = await shop.owner.get(path, { 'x-merchant-id': id });
      assertFailure(answer, 403, 'FORBIDDEN');
      assert.deepEqual(answer.body.error.details, []);
    }
  }
  const before = (await other.owner.get('/branches')).body.meta.total;
  assert.equal(
    (await shop.owner.post('/branches', { name: 'Intruder' }, { 'x-merchant-id': other.merchant_id })).status,
    403,
  );
  assert.equal((await other.owner.get('/branches')).body.meta.total, before);
});

test('accepts the user’s own merchant id in any letter case, or without a value', async () => {
  const expected = (await shop.owner.get('/merchant')).text;
  for (const id of [shop.merchant_id, shop.merchant_id.toUpperCase(), '']) {
    assert.equal((await shop.owner.get('/merchant', { 'x-merchant-id': id })).text, expected);
  }
});
