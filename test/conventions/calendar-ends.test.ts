import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../server/src/core/ids.ts';
import { createCaller } from '../caller.ts';
import { aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { listRoutes } from './routes.ts';

/** Each address with a range of days answers for the first and the last days of the calendar. */

const app = await createTestApp();
const shop = await aShop(app);
const { id: product_id } = await aProduct(shop, { stock: 5 });
await shop.owner.post('/transactions', { items: [{ product_id, quantity: 1 }], payment_method: 'cash' });

const ranges = [
  ['0001-01-01', '0001-01-01'],
  ['0001-01-01', '0001-01-31'],
  ['9999-12-30', '9999-12-31'],
  ['9999-12-31', '9999-12-31'],
  ['0001-01-01', '9999-12-31'],
];

const dated = listRoutes(app.routes).filter(
  ({ method, options }) =>
    method === 'GET' &&
    Object.hasOwn((options.schema?.querystring as { properties?: object })?.properties ?? {}, 'start_date'),
);

test('answers each range at the ends of the calendar without an internal error', async () => {
  assert.ok(dated.length > 10, `${dated.length} routes`);
  const caller = createCaller(app.fastify, shop.owner.headers);
  const failed: string[] = [];
  for (const { url } of dated)
    for (const [start_date, end_date] of ranges) {
      const query = `start_date=${start_date}&end_date=${end_date}`;
      const path = url.replace('/api/v1', '').replace(/:\w+/g, newId());
      for (const more of ['', '&group_by=week', '&group_by=month']) {
        const { status } = await caller.get(`${path}?${query}${more}`);
        if (status >= 500) failed.push(`${path}?${query}${more}: ${status}`);
      }
    }
  assert.deepEqual(failed, []);
});
