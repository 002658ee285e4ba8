import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRequest, newKey } from './request.ts';

const options = { baseUrl: 'https://shop.example/tills//', merchantId: 'm1' };

test('fills the path, and leaves out parameters without a value', () => {
  const { url } = buildRequest(
    options,
    { method: 'GET', path: '/products/{id}' },
    {
      path: { id: 'a/b ü' },
      query: { page: 0, search: 'tea & more', status: undefined, category: null, all: false } as never,
    },
  );
  assert.equal(url, 'https://shop.example/tills/products/a%2Fb%20%C3%BC?page=0&search=tea+%26+more&all=false');
  assert.equal(
    buildRequest(options, { method: 'GET', path: '/products' }, { query: { status: null } as never }).url,
    'https://shop.example/tills/products',
  );
});

test('names the merchant of the call before that of the client, and none where no one is signed in', () => {
  const merchantOf = (endpoint: object, call: object) =>
    buildRequest(options, { method: 'GET', path: '/x', ...endpoint }, call).headers['x-merchant-id'];
  assert.equal(merchantOf({}, {}), 'm1');
  assert.equal(merchantOf({}, { merchantId: 'm2' }), 'm2');
  assert.equal(merchantOf({ open: true }, { merchantId: 'm2' }), undefined);
});

test('a change has a key: that of the call, or a new one', () => {
  const keyOf = (method: string, call: object = {}) =>
    buildRequest(options, { method, path: '/x' }, call).headers['idempotency-key'];
  assert.equal(keyOf('POST', { idempotencyKey: 'k' }), 'k');
  assert.match(String(keyOf('POST')), /^[0-9a-f]{32}$/);
  assert.notEqual(keyOf('POST'), keyOf('POST'));
  assert.equal(keyOf('PUT', { idempotencyKey: 'k' }), 'k');
  assert.match(String(keyOf('PATCH')), /^[0-9a-f]{32}$/);
  assert.deepEqual([keyOf('GET'), keyOf('DELETE')], [undefined, undefined]);
  assert.match(newKey(), /^[0-9a-f]{32}$/);
});

test('a body is JSON or a form; a file may be any type', () => {
  const json = buildRequest(options, { method: 'POST', path: '/x' }, { body: { price: 1 } });
  assert.deepEqual(
    [json.body, json.headers['content-type'], json.headers.accept],
    ['{"price":1}', 'application/json', 'application/json'],
  );
  const form = buildRequest(
    options,
    { method: 'POST', path: '/x', form: true },
    { body: { file: new Blob(['a']), dry_run: true, import_id: undefined, mapping: null } },
  );
  assert.ok(form.body instanceof FormData && form.body.get('file') instanceof Blob);
  assert.deepEqual([form.body.get('dry_run'), form.headers['content-type']], ['true', undefined]);
  assert.deepEqual([...form.body.keys()], ['file', 'dry_run'], 'a field without a value is left out, as in JSON');
  const file = buildRequest(options, { method: 'GET', path: '/x', file: true }, {});
  assert.deepEqual([file.headers.accept, file.isFile, file.body], ['*/*', true, undefined]);
});
