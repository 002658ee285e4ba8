import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { imageBytesAtMost } from '../../server/src/features/catalogue/rules.ts';
import { readImage } from '../../server/src/platform/files/read-image.ts';
import { aNoisyPng } from '../images.ts';
import { aProduct, aShop } from '../shop.ts';
import { until } from '../until.ts';
import { openBackOffice } from './back-office.ts';
import { waitForFocus } from './keyboard.ts';

const { visit, app, url } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const imagesOf = async (id: string): Promise<string[]> => (await shop.owner.get(`/products/${id}`)).body.data.images;

/** The stored files of a product's pictures. */
const filesOf = async (id: string): Promise<Buffer[]> =>
  Promise.all(
    (await imagesOf(id)).map(async (address) =>
      Buffer.from(await (await fetch(new URL(new URL(address).pathname, url))).arrayBuffer()),
    ),
  );

/** Drops or pastes files, as a browser does. */
const give = (page: Page, kind: 'drop' | 'paste', files: readonly { name: string; type: string }[]) =>
  page.evaluate(`(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${pixel}'), (character) => character.charCodeAt(0));
    for (const { name, type } of ${JSON.stringify(files)}) transfer.items.add(new File([bytes], name, { type }));
    const options = { bubbles: true, cancelable: true };
    if ('${kind}' === 'paste')
      document.body.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transfer }));
    else
      document.querySelector('.pictures').dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: transfer }));
  })()`);

test('adds dropped and pasted pictures, and says which files are none', async () => {
  const mug = await aProduct(shop, { name: 'Mug', sku: 'MUG' });
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, `/products/${mug.id}`);
  await page.getByText('No images yet.').waitFor();
  await give(page, 'drop', [
    { name: 'a.png', type: 'image/png' },
    { name: 'b.png', type: 'image/png' },
    { name: 'c.txt', type: 'text/plain' },
  ]);
  await page.getByText('1 file was not added').waitFor();
  await page.getByRole('button', { name: 'Remove image 2' }).waitFor();
  await give(page, 'paste', [{ name: 'd.png', type: 'image/png' }]);
  await page.getByRole('button', { name: 'Remove image 3' }).waitFor();
  assert.equal((await imagesOf(mug.id)).length, 3);
  isQuiet();
});

test('makes a large picture smaller than the service accepts, and leaves a small one as it is', async () => {
  const vase = await aProduct(shop, { name: 'Vase', sku: 'VASE' });
  const { page, openSignedIn, isQuiet } = await visit();
  await openSignedIn(owner, `/products/${vase.id}`);
  await page.getByText('No images yet.').waitFor();
  const large = aNoisyPng({ width: 3_000, height: 2_000 });
  assert.ok(large.length > imageBytesAtMost, `${large.length} bytes`);
  const small = aNoisyPng({ width: 300, height: 200 });
  const files = Object.entries({ large, small }).map(([name, buffer]) => ({ name, mimeType: 'image/png', buffer }));
  await page.locator('input[type=file]').setInputFiles(files);
  await page.getByRole('button', { name: 'Remove image 2' }).waitFor();
  const [first = Buffer.alloc(0), second] = await filesOf(vase.id);
  assert.deepEqual(readImage(first), { extension: 'webp', width: 1_000, height: 667 });
  assert.deepEqual(second, small);
  isQuiet();
});

test('makes a large picture smaller as a JPEG in a browser that writes no WebP', async () => {
  const plate = await aProduct(shop, { name: 'Plate', sku: 'PLATE' });
  const { page, openSignedIn, isQuiet } = await visit();
  // As Safari does.
  await page.addInitScript(`{
    const { convertToBlob } = OffscreenCanvas.prototype;
    OffscreenCanvas.prototype.convertToBlob = function (options) {
      return convertToBlob.call(this, options.type === 'image/webp' ? { type: 'image/png' } : options);
    };
  }`);
  await openSignedIn(owner, `/products/${plate.id}`);
  await page.getByText('No images yet.').waitFor();
  const buffer = aNoisyPng({ width: 1_200, height: 600 });
  await page.locator('input[type=file]').setInputFiles({ name: 'plate.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Remove image 1' }).waitFor();
  const [stored = Buffer.alloc(0)] = await filesOf(plate.id);
  assert.deepEqual(readImage(stored), { extension: 'jpg', width: 1_000, height: 500 });
  isQuiet();
});

test('orders pictures by keyboard and by dragging', async () => {
  const bowl = await aProduct(shop, { name: 'Bowl', sku: 'BOWL' });
  const images = ['a', 'b', 'c'].map((name) => `https://example.com/${name}.png`);
  await shop.owner.patch(`/products/${bowl.id}`, { images });
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await page.route('https://example.com/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') }),
  );
  await openSignedIn(owner, `/products/${bowl.id}`);
  const [a, b, c] = images;
  const isOrder = (order: (string | undefined)[]) =>
    until(async () => (await imagesOf(bowl.id)).join() === order.join());
  await page.getByRole('button', { name: 'Move image 1 right' }).focus();
  await page.keyboard.press('Enter');
  await isOrder([b, a, c]);
  await waitForFocus(page, page.getByRole('button', { name: 'Move image 2 right' }));
  await page.keyboard.press('Enter');
  await isOrder([b, c, a]);
  await waitForFocus(page, page.getByRole('button', { name: 'Move image 3 left' }));
  await inspect('pictures in another order');
  await page.getByRole('img', { name: 'Bowl, image 3' }).dragTo(page.getByRole('img', { name: 'Bowl, image 1' }));
  await isOrder([a, b, c]);
  isQuiet(/example\.com|Content Security/);
});

test('removes a picture when the page is left before the time to undo is over', async () => {
  const cup = await aProduct(shop, { name: 'Cup', sku: 'CUP' });
  await shop.owner.patch(`/products/${cup.id}`, { images: ['https://example.com/a.png'] });
  const { page, openSignedIn } = await visit();
  await openSignedIn(owner, `/products/${cup.id}`);
  await page.getByRole('button', { name: 'Remove image 1' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal((await imagesOf(cup.id)).length, 1);
  await page.goto('about:blank');
  await until(async () => (await imagesOf(cup.id)).length === 0);
});
