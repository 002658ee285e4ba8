import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aJpeg, aPng, aWebp } from '../../../../../test/images.ts';
import { aProduct, aShop, aStaffMember } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);

const png = aPng();

/** Uploads one file in a form, as a browser does. */
async function upload(
  path: string,
  content: Buffer,
  options: { field?: string; headers?: Record<string, string>; from?: typeof shop.owner } = {},
) {
  const form = new FormData();
  form.set(options.field ?? 'file', new Blob([new Uint8Array(content)], { type: 'text/html' }), 'evil.html');
  const request = new Request('http://shop.test', { method: 'POST', body: form });
  const answer = await app.fastify.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: {
      ...(options.from ?? shop.owner).headers,
      ...options.headers,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, text: answer.body, body: answer.json() };
}

test('stores a picture, shows it with its product, and serves it with its content type', async () => {
  const product = await aProduct(shop, { images: ['https://example.com/first.png'] });
  const answer = await upload(`/products/${product.id}/images`, png);
  assert.equal(answer.status, 201, answer.text);
  const [first, address] = answer.body.data.images;
  assert.equal(first, 'https://example.com/first.png');
  assert.match(address, /^http:\/\/[^/]+\/cdn\/images\/[\w-]+\/[\w-]+\.png$/);
  assert.deepEqual((await shop.owner.get(`/products/${product.id}`)).body.data.images, [first, address]);
  const picture = await app.fastify.inject({ method: 'GET', url: address });
  assert.deepEqual(
    [picture.statusCode, picture.headers['content-type'], picture.headers['x-content-type-options']],
    [200, 'image/png', 'nosniff'],
  );
  assert.ok(picture.rawPayload.equals(png));
});

test('accepts JPEG and WebP too, by content and not by name, and nothing else', async () => {
  const product = await aProduct(shop);
  for (const [content, extension] of [
    [aJpeg(), 'jpg'],
    [aWebp(), 'webp'],
  ] as const) {
    const answer = await upload(`/products/${product.id}/images`, content);
    assert.match(answer.body.data.images.at(-1), new RegExp(`\\.${extension}$`));
  }
  const truncated = Buffer.concat([png.subarray(0, 8), Buffer.from('<script>')]);
  for (const content of [
    Buffer.from('<svg onload="x">'),
    Buffer.from('GIF89a'),
    Buffer.alloc(0),
    truncated,
    aJpeg({ width: 40_000 }),
  ]) {
    const answer = await upload(`/products/${product.id}/images`, content);
    assert.deepEqual([answer.status, answer.body.error.details[0].field], [422, 'file']);
  }
});

test('rejects a large file, a missing file, another field and another content type', async () => {
  const product = await aProduct(shop);
  const path = `/products/${product.id}/images`;
  const large = await upload(path, Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]));
  assert.deepEqual([large.status, large.body.error.code], [400, 'MALFORMED_REQUEST']);
  const named = await upload(path, png, { field: 'picture' });
  assert.deepEqual([named.status, named.body.error.details[0].field], [422, 'file']);
  assert.equal((await shop.owner.post(path, {})).status, 422);
  assert.deepEqual((await shop.owner.get(`/products/${product.id}`)).body.data.images, []);
});

test('limits a product to twenty pictures; a repeated upload with the same key counts once', async () => {
  const product = await aProduct(shop, {
    images: Array.from({ length: 19 }, (_, index) => `https://example.com/${index}.png`),
  });
  const path = `/products/${product.id}/images`;
  const headers = { 'idempotency-key': 'picture-1' };
  const first = await upload(path, png, { headers });
  assert.equal((await upload(path, png, { headers })).text, first.text);
  assert.equal((await upload(path, Buffer.concat([png, png]), { headers })).body.error.code, 'IDEMPOTENCY_CONFLICT');
  const tooMany = await upload(path, png);
  assert.deepEqual([tooMany.status, tooMany.body.error.details[0].field], [422, 'file']);
});

test('rejects other merchants’ products, missing permissions and unknown addresses', async () => {
  const other = await aShop(app);
  const product = await aProduct(shop);
  assert.equal((await upload(`/products/${product.id}/images`, png, { from: other.owner })).status, 404);
  assert.equal(
    (await upload(`/products/${product.id}/images`, png, { from: await aStaffMember(shop, 'cashier') })).status,
    403,
  );
  for (const url of ['/cdn/images/x/y.png', '/cdn/images/../keys/signing-key', '/cdn/images/a/b.svg', '/cdn/images/']) {
    assert.equal((await app.fastify.inject({ method: 'GET', url })).statusCode, 404, url);
  }
});

test('uses the Host header in an address only if it is a valid host', async () => {
  const product = await aProduct(shop);
  for (const host of ['a b', '<script>', 'shop.test/x', 'me@shop.test', 'shop.test:99999']) {
    const refused = await upload(`/products/${product.id}/images`, png, { headers: { host } });
    assert.equal(refused.status, 400, `${host}: ${refused.text}`);
  }
  assert.deepEqual((await shop.owner.get(`/products/${product.id}`)).body.data.images, []);
  for (const host of ['shop.test', '127.0.0.1:3000', '[::1]:3000']) {
    const accepted = await upload(`/products/${product.id}/images`, png, { headers: { host } });
    assert.ok(accepted.body.data.images.at(-1).startsWith(`http://${host}/cdn/`), accepted.text);
  }
});
