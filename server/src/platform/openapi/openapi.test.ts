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

const operations = new Map(operationsOf(document).map((located) => [located.operation.operationId ?? '', located]));

function operationOf(operationId: string) {
  const { path = '', operation = {} } = operations.get(operationId) ?? {};
  const declared = (operation.parameters ?? []) as (Parameter | { $ref: string })[];
  const parameters = declared.map((one) =>
    '$ref' in one ? document.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one,
  );
  return {
    path,
    ...operation,
    headers: (parameters as Parameter[]).filter((one) => one.in === 'header').map(({ name }) => name),
  };
}

test('marks a body as optional if and only if none of its fields is required', async () => {
  const isRequired = (operationId: string) => operationOf(operationId).requestBody?.required;
  for (const id of ['refundTransaction', 'previewRefund', 'voidTransaction', 'updateProduct', 'updateMerchant'])
    assert.equal(isRequired(id), false, id);
  for (const id of ['createTransaction', 'createProduct', 'login', 'transferStock'])
    assert.equal(isRequired(id), true, id);
});

test('documents the request headers that each operation reads', () => {
  assert.deepEqual(operationOf('createTransaction').headers, ['Idempotency-Key', 'Approval-Id']);
  assert.deepEqual(operationOf('createProduct').headers, ['Idempotency-Key', 'Prefer']);
  assert.deepEqual(operationOf('updateProduct').headers, ['Idempotency-Key', 'Approval-Id', 'Prefer']);
  for (const id of ['listProducts', 'getRecord']) assert.deepEqual(operationOf(id).headers, ['If-None-Match'], id);
  for (const id of ['login', 'refresh', 'logout', 'previewRefund', 'listCustomers'])
    assert.deepEqual(operationOf(id).headers, [], id);
});

test('documents which operations accept both snake_case and camelCase', () => {
  assert.match(operationOf('transferStock').description ?? '', /camelCase/);
  assert.doesNotMatch(operationOf('createTransaction').description ?? '', /camelCase/);
});

test('sends the headers that it documents', async () => {
  const body = { sku: 'H', name: 'H', price: 1 };
  const requestHeaders = { 'idempotency-key': 'h', prefer: 'return=representation' };
  await shop.owner.post('/products', body, requestHeaders);
  const replayed = await shop.owner.post('/products', body, requestHeaders);
  for (const name of Object.keys(operationOf('createProduct').responses?.['201']?.headers ?? {}))
    assert.ok(replayed.headers[name.toLowerCase()], name);
  const { id } = await aProduct(shop);
  const read = await shop.owner.get(`/products/${id}`);
  const promised = Object.keys(operationOf('getProduct').responses?.['200']?.headers ?? {});
  assert.equal(promised.length, 5);
  for (const name of promised) assert.ok(read.headers[name.toLowerCase()], name);
});
