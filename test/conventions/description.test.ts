import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDescriptionCheck, type Exchange } from '../described.ts';
import { aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';

// test-app.ts compares every response to a test with the description. These tests check that it notices deviations.

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
  'a missing field': changed(({ data }) => delete data.sku),
  'an undescribed field': changed(({ data }) => Object.assign(data, { secret: 1 })),
  'an undescribed field beside `data`': changed((body) => Object.assign(body, { extra: 1 })),
  'a number that is text': changed(({ data }) => Object.assign(data, { price: '10' })),
  'null in a field that is not nullable': changed(({ data }) => Object.assign(data, { name: null })),
  'a value outside the enum': changed(({ data }) => Object.assign(data, { status: 'gone' })),
  'a time without milliseconds': changed(({ data }) => Object.assign(data, { created_at: '2026-03-01T10:00:00Z' })),
  'an invalid id': changed(({ data }) => Object.assign(data, { id: '17' })),
  'an undescribed status': { ...whole, status: 202 },
  'an error without the envelope': { ...whole, status: 422, body: '{"message":"no"}' },
  'an unknown error code': {
    ...whole,
    status: 422,
    body: '{"success":false,"error":{"code":"SOMETHING","message":"no","details":[]}}',
  },
  'another media type': { ...whole, type: 'text/html' },
  'no X-Request-Id': { ...whole, headers: {} },
  'the success of an undescribed operation': { ...whole, url: '/api/v1/secrets' },
  'an undescribed body': { ...whole, method: 'DELETE', url: `/api/v1/inventory/${product.id}` },
};

for (const [fault, exchange] of Object.entries(faults)) {
  test(`notices ${fault}`, () => assert.equal(check(exchange).length > 0, true));
}
