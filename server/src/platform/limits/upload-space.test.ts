import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf } from '../../../../test/form.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { hasReserve, reserveOf } from './upload-space.ts';

const gib = 2 ** 30;
// The reserve exceeds the size of the disk, so the disk counts as almost full.
const app = await createTestApp({ env: { UPLOAD_RESERVE_MIB: '16777216' } });

test('rejects files while the disk is almost full, and still accepts sales', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop);
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const form = await formOf(picture, { name: 'a.png' });
  const url = `/api/v1/products/${product.id}/images`;
  const refused = await app.fastify.inject({
    method: 'POST',
    url,
    ...form,
    headers: { ...shop.owner.headers, ...form.headers },
  });
  assert.deepEqual(
    [refused.statusCode, refused.json().error.code, refused.headers['retry-after']],
    [503, 'UNAVAILABLE', '60'],
  );
  assert.equal((await shop.owner.post('/reports/export', { report_type: 'products', format: 'csv' })).status, 503);
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  assert.equal((await shop.owner.post('/transactions', sale)).status, 201);
});

test('the reserve is 512 MiB, less on a small disk, and always more than the space left when sales stop', () => {
  assert.equal(reserveOf(250 * gib), gib / 2);
  assert.equal(reserveOf(4 * gib), (4 * gib) / 20);
  assert.equal(reserveOf(gib), gib / 8);
});

test('files are accepted down to the reserve, and not a byte below', () => {
  const disk = { total_bytes: 250 * gib };
  assert.ok(hasReserve({ ...disk, free_bytes: gib / 2 }));
  assert.ok(!hasReserve({ ...disk, free_bytes: gib / 2 - 1 }));
  assert.ok(hasReserve({ ...disk, free_bytes: 1_000 }, 1_000));
  assert.ok(!hasReserve({ ...disk, free_bytes: 999 }, 1_000));
});
