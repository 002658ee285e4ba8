import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { operationsOf } from './document.ts';

const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '1000' } });
const shop = await aShop(app);
const document = (await app.anonymous.get('//openapi.json')).body;

interface Parameter {
  in: string;
  name: string;
}

const operations = new Map(operationsOf(document).map((placed) => [placed.operation.operationId ?? '', placed]));

function named(operationId: string) {
  const { path = '', operation = {} } = operations.get(operationId) ?? {};
  const given = (operation.parameters ?? []) as (Parameter | { $ref: string })[];
  const parameters = given.map((one) =>
    '$ref' in one ? document.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one,
  );
  return {
    path,
    ...operation,
    heard: (parameters as Parameter[]).filter((one) => one.in === 'header').map(({ name }) => name),
  };
}

test('marks a body as optional exactly if none of its fields is required', async () => {
  const isRequired = (operationId: string) => named(operationId).requestBody?.required;
  for (const id of ['refundTransaction', 'previewRefund', 'voidTransaction', 'updateProduct', 'updateMerchant'])
    assert.equal(isRequired(id), false, id);
  for (const id of ['createTransaction', 'createProduct', 'login', 'transferStock'])
    assert.equal(isRequired(id), true, id);
});

test('documents the request headers that are read', () => {
  assert.deepEqual(named('createTransaction').heard, ['Idempotency-Key']);
  assert.deepEqual(named('createProduct').heard, ['Idempotency-Key', 'Prefer']);
  assert.deepEqual(named('updateProduct').heard, ['Prefer']);
  for (const id of ['listProducts', 'getRecord']) assert.deepEqual(named(id).heard, ['If-None-Match'], id);
  for (const id of ['login', 'refresh', 'logout', 'previewRefund', 'listCustomers'])
    assert.deepEqual(named(id).heard, [], id);
});

test('documents where both snake_case and camelCase are accepted', () => {
  assert.match(named('transferStock').description ?? '', /camelCase/);
  assert.doesNotMatch(named('createTransaction').description ?? '', /camelCase/);
});

test('sends the headers that it documents', async () => {
  const body = { sku: 'H', name: 'H', price: 1 };
  const asked = { 'idempotency-key': 'h', prefer: 'return=representation' };
  await shop.owner.post('/products', body, asked);
  const replayed = await shop.owner.post('/products', body, asked);
  for (const name of Object.keys(named('createProduct').responses?.['201']?.headers ?? {}))
    assert.ok(replayed.headers[name.toLowerCase()], name);
  const { id } = await aProduct(shop);
  const read = await shop.owner.get(`/products/${id}`);
  const promised = Object.keys(named('getProduct').responses?.['200']?.headers ?? {});
  assert.equal(promised.length, 5);
  for (const name of promised) assert.ok(read.headers[name.toLowerCase()], name);
});
