import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { aPng } from '../../../../test/images.ts';
import { startS3Server } from '../../../../test/s3-server.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const s3 = await startS3Server();
after(() => s3.stop());
const app = await createTestApp({ env: s3.env });
const shop = await aShop(app);
const exportBody = { report_type: 'products', format: 'csv' };

async function addPicture(product_id: string, headers: Record<string, string>) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(aPng())]), 'a.png');
  const body = new Response(form);
  const url = `/api/v1/products/${product_id}/images`;
  const type = body.headers.get('content-type') ?? '';
  const payload = Buffer.from(await body.arrayBuffer());
  return app.fastify.inject({ method: 'POST', url, headers: { ...headers, 'content-type': type }, payload });
}

const download = (address: string) =>
  app.fastify.inject({ method: 'GET', url: new URL(address).pathname + new URL(address).search });

let link = '';

test('stores reports and pictures in the bucket, and serves them at addresses of the service', async () => {
  const product = await aProduct(shop, { name: 'Kept in the bucket' });
  link = (await shop.owner.post('/reports/export', exportBody)).body.data.download_url;
  const file = await download(link);
  assert.equal(file.statusCode, 200);
  assert.ok(file.body.includes('Kept in the bucket'));
  const added = await addPicture(product.id, shop.owner.headers);
  assert.equal(added.statusCode, 201, added.body);
  const picture = await download(added.json().data.images[0]);
  assert.deepEqual(
    [picture.statusCode, picture.headers['content-type'], picture.headers['content-length']],
    [200, 'image/png', String(aPng().length)],
  );
  assert.equal((await download(`${link}x`)).statusCode, 404);
});

test('reports files as unavailable without the bucket, and serves everything else', {
  skip: s3.isExternal && 'an external server must not be stopped',
}, async () => {
  const product = await aProduct(shop);
  await s3.stop();
  assert.equal((await shop.owner.post('/reports/export', exportBody)).status, 503);
  assert.equal((await download(link)).statusCode, 503);
  assert.equal((await addPicture(product.id, shop.owner.headers)).statusCode, 503);
  assert.deepEqual((await shop.owner.get(`/products/${product.id}`)).body.data.images, []);
  const sale = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
  assert.equal((await shop.owner.post('/transactions', sale)).status, 201);
});
