import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Tokens } from '@tillhouse/client';
import { aProjectWithClient } from '../packed-client.ts';
import { createTestApp } from '../test-app.ts';
import { openSharedBrowser } from './browser.ts';

const app = await createTestApp();
const baseUrl = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
const project = await aProjectWithClient();

/** A website of another origin than the service. It serves the files of the client package unchanged. */
const place = '/node_modules/@tillhouse/client/dist';
const html = `<!doctype html><script type="importmap">{ "imports": { "@tillhouse/client": "${place}/client.js" } }</script>`;
const website = createServer(async (request, response) => {
  const path = request.url ?? '/';
  const isModule = path.startsWith(place);
  response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
  response.end(isModule ? await readFile(join(project.folder, path)) : html);
});
await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
const browser = await openSharedBrowser();
after(async () => {
  website.closeAllConnections();
  website.close();
  await project.remove();
});

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const person = { email: 'tilda@example.com', password: 'a good long password' };

test('sells, lists, refreshes and transfers files from another origin', async () => {
  const page = await browser.newPage();
  // Pages that are served over plain http have no `randomUUID`.
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
  await page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`);

  const sold = await page.evaluate(
    async ({ baseUrl, person }) => {
      const { createClient, TillhouseError } = await import('@tillhouse/client');
      const issued: (Tokens | undefined)[] = [];
      const till = createClient({ baseUrl, onTokens: (tokens) => issued.push(tokens) });
      await till.register({ body: { ...person, name: 'Tilda' } });
      await till.signIn(person);
      for (const sku of ['A', 'B', 'C', 'D', 'E'])
        await till.createProduct({ body: { sku, name: sku, price: 4, stock: 2 } });
      const products: { id: string; sku: string }[] = [];
      for await (const product of till.each('listProducts', { query: { limit: 2, sort: 'sku' } }))
        products.push(product);
      const sell = (quantity: number) =>
        till.createTransaction({
          body: {
            items: [{ product_id: products[0]?.id ?? '', quantity }],
            payment_method: 'cash',
            amount_tendered: 20,
          },
        });
      const { data: sale } = await sell(1);
      const refused: unknown = await sell(2).catch((error: unknown) => error);
      return {
        skus: products.map(({ sku }) => sku),
        change: sale.change,
        refused: refused instanceof TillhouseError && [refused.code, refused.requestId !== undefined],
        firstTokens: issued[0],
      };
    },
    { baseUrl, person },
  );
  assert.deepEqual(
    [sold.skus, sold.change, sold.refused],
    [['A', 'B', 'C', 'D', 'E'], 16, ['INSUFFICIENT_STOCK', true]],
  );

  const firstTokens = sold.firstTokens ?? assert.fail();
  const { iat, exp, ...claims } =
    app.fastify.jwt.decode<{ iat: number; exp: number }>(firstTokens.access_token) ?? assert.fail();
  const tokens = {
    ...firstTokens,
    access_token: app.fastify.jwt.sign({ ...claims, iat: iat - 1_000, exp: exp - 1_000 }),
  };
  const continued = await page.evaluate(
    async ({ baseUrl, tokens, pixel }) => {
      const { createClient } = await import('@tillhouse/client');
      const issued: string[] = [];
      const till = createClient({ baseUrl, tokens, onTokens: (fresh) => issued.push(fresh?.access_token ?? 'none') });
      const [product] = (await till.listProducts()).data;
      const picture = new Blob([Uint8Array.from(atob(pixel), (sign) => sign.charCodeAt(0))]);
      const { data } = await till.addProductImage({ path: { id: product?.id ?? '' }, body: { file: picture } });
      const { success } = await till.importRecords({
        body: { file: new File(['sku,name,price\nF,Fig,1\n'], 'list.csv') },
      });
      const list = await (await till.exportRecords({ query: { format: 'csv' } })).text();
      const { data: link } = await till.exportReport({ body: { report_type: 'products', format: 'xlsx' } });
      const file = await till.download(link.download_url);
      const magic = new TextDecoder().decode((await file.arrayBuffer()).slice(0, 2));
      return { issued, images: data.images.length, success, rows: list.trim().split('\n').length, magic };
    },
    { baseUrl, tokens, pixel },
  );
  assert.equal(continued.issued.length, 1);
  assert.notEqual(continued.issued[0], tokens.access_token);
  assert.deepEqual([continued.images, continued.success, continued.rows, continued.magic], [1, 1, 7, 'PK']);
});

test('reads the event stream from another origin', async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`);
  const received = await page.evaluate(async (baseUrl) => {
    const { createClient } = await import('@tillhouse/client');
    const till = createClient({ baseUrl });
    const person = { email: 'listener@example.com', password: 'a good long password' };
    await till.register({ body: { ...person, name: 'Lisa' } });
    await till.signIn(person);
    const names: unknown[] = [];
    for (const name of ['One', 'Two']) await till.createCustomer({ body: { name } });
    for await (const { data } of till.events({ after: 0, types: ['customer.*'] })) {
      names.push(data.name);
      if (names.length === 2) await till.createCustomer({ body: { name: 'Three' } });
      if (names.length === 3) break;
    }
    return names;
  }, baseUrl);
  assert.deepEqual(received, ['One', 'Two', 'Three']);
});
