import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDescriptionCheck, type Exchange } from '../described.ts';
import { aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';

// Every answer that a test gets through the application is held against the description (test-app.ts). Here is proof that a deviation is noticed.

const app = await createTestApp();
const shop = await aShop(app);
const check = createDescriptionCheck(app.fastify.swagger());
const product = await aProduct(shop, { description: 'Brown' });

async function get(url: string): Promise<Exchange> {
  const { status, text, headers } = await shop.owner.get(url);
  return {
    method: 'GET',
    url: `/api/v1${url}`,
    status,
    headers,
    type: String(headers['content-type'] ?? ''),
    body: text,
  };
}

const whole = await get(`/products/${product.id}`);
const changed = (change: (body: { data: Record<string, unknown>; extra?: unknown }) => void): Exchange => {
  const body = JSON.parse(whole.body);
  change(body);
  return { ...whole, body: JSON.stringify(body) };
};

test('accepts a response that matches its description', async () => {
  assert.deepEqual(check(whole), []);
  assert.deepEqual(check(await get('/products?limit=0')), []);
  assert.deepEqual(check(await get('/nowhere')), []);
  assert.deepEqual(check(await get('/inventory/export?format=csv')), []);
});

const faults: Record<string, Exchange> = {
  'a field that is missing': changed(({ data }) => delete data.sku),
  'a field that is not described': changed(({ data }) => Object.assign(data, { secret: 1 })),
  'a field beside the data that is not described': changed((body) => Object.assign(body, { extra: 1 })),
  'a number that is text': changed(({ data }) => Object.assign(data, { price: '10' })),
  'null where none may be': changed(({ data }) => Object.assign(data, { name: null })),
  'another word than those listed': changed(({ data }) => Object.assign(data, { status: 'gone' })),
  'a time without milliseconds': changed(({ data }) => Object.assign(data, { created_at: '2026-03-01T10:00:00Z' })),
  'an id that is none': changed(({ data }) => Object.assign(data, { id: '17' })),
  'a status that is not described': { ...whole, status: 202 },
  'a failure that is no envelope': { ...whole, status: 422, body: '{"message":"no"}' },
  'an unknown code of failure': {
    ...whole,
    status: 422,
    body: '{"success":false,"error":{"code":"SOMETHING","message":"no","details":[]}}',
  },
  'another media type': { ...whole, type: 'text/html' },
  'no X-Request-Id': { ...whole, headers: {} },
  'success of an operation that is not described': { ...whole, url: '/api/v1/secrets' },
  'a body where none is described': { ...whole, method: 'DELETE', url: `/api/v1/inventory/${product.id}` },
};

for (const [fault, exchange] of Object.entries(faults)) {
  test(`noticed: ${fault}`, () => assert.equal(check(exchange).length > 0, true));
}
