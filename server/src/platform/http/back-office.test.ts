import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const folder = await mkdtemp(join(tmpdir(), 'tillhouse-pages-'));
after(() => rm(folder, { recursive: true, force: true }));
const script = 'console.log("a shop");'.repeat(100);
const linkOf = (language: string) =>
  `    <link rel="modulepreload" href="/assets/${language}-1.js" data-language="${language}" />\n`;
const textLinks = ['de', 'en', 'id'].map(linkOf).join('');
await mkdir(join(folder, 'assets'));
await writeFile(
  join(folder, 'index.html'),
  `<meta property="csp-nonce" nonce="__nonce__">
${textLinks}<div id="root"></div>`,
);
await writeFile(join(folder, 'assets', 'index-AbC.js'), script);
await writeFile(join(folder, 'assets', 'index-AbC.js.br'), brotliCompressSync(script));
await writeFile(join(folder, 'offline.html'), '<h1>No connection</h1>');
await writeFile(join(folder, 'push-worker.js'), 'addEventListener("push", () => undefined);');
await writeFile(join(folder, 'secret.txt'), 'beside the files');

const built = await createTestApp({ pages: folder });
const unbuilt = await createTestApp();
const get = (url: string, headers: Record<string, string> = {}) =>
  built.fastify.inject({ method: 'GET', url, headers });

/** The headers of a browser navigation. */
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('serves the page at each of its addresses, with a policy that allows only the styles of this response', async () => {
  const nonces = new Set<string>();
  for (const url of [
    '/',
    '/products',
    '/products/019cadaa-0000-7000-8000-000000000012',
    '/sign-in?to=%2Fsales',
    '/settings/staff/',
  ]) {
    const answer = await get(url, browser);
    assert.equal(answer.statusCode, 200, url);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-cache');
    const nonce = /nonce="([\w-]{22})"/.exec(answer.body)?.[1] ?? '';
    nonces.add(nonce);
    const policy = String(answer.headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self'; /);
    assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`));
    assert.ok(!policy.includes('unsafe'));
  }
  assert.equal(nonces.size, 5);
});

test('shows the page with 404 at a mistyped address in a browser, and an error to programs and below /api', async () => {
  for (const url of ['/produts', '/closures/', '/docs/none']) {
    const answer = await get(url, browser);
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [404, 'text/html; charset=utf-8'], url);
    assert.match(answer.body, /<div id="root"/);
  }
  for (const [url, headers] of [
    ['/produts', {}],
    ['/produts', { accept: 'application/json' }],
    ['/api', browser],
    ['/api/v1/produts', browser],
  ] as const) {
    const answer = await get(url, headers);
    assert.deepEqual([answer.statusCode, answer.json().error.code], [404, 'NOT_FOUND'], url);
  }
});

test('links to the texts in the language of the browser, or in English', async () => {
  for (const [accepted, language] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr, ID;q=0.5', 'id'],
    ['fr', 'en'],
    [`${'x'.repeat(8_000)},de`, 'en'],
  ] as const) {
    const { body, headers } = await get('/', {
      ...browser,
      'accept-language': accepted,
      origin: 'https://shop.example',
    });
    assert.deepEqual(body.match(/^.*data-language.*\n/gm), [linkOf(language)], accepted.slice(0, 40));
    assert.match(String(headers.vary), /\bAccept-Language\b/);
  }
  const { body } = await get('/', browser);
  assert.deepEqual(body.match(/^.*data-language.*\n/gm), [linkOf('en')]);
});

test('marks the page as a first visit until the first merchant exists', async () => {
  const app = await createTestApp({ pages: folder });
  const page = async () => (await app.fastify.inject({ method: 'GET', url: '/', headers: browser })).body;
  assert.match(await page(), /<div id="root" data-first>/);
  await aShop(app);
  for (let times = 0; times < 2; times += 1) assert.match(await page(), /<div id="root"><\/div>/);
});

test('lets browsers cache assets permanently, and compresses them for clients that accept it', async () => {
  const uncompressed = await get('/assets/index-AbC.js');
  assert.equal(uncompressed.body, script);
  assert.equal(uncompressed.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.match(String(uncompressed.headers['content-type']), /^(text|application)\/javascript/);
  const compressed = await get('/assets/index-AbC.js', { 'accept-encoding': 'gzip, br' });
  assert.equal(compressed.headers['content-encoding'], 'br');
  assert.deepEqual(compressed.rawPayload, brotliCompressSync(script));
});

test('serves the push worker at a fixed address and has browsers revalidate it', async () => {
  const { statusCode, headers, body } = await get('/push-worker.js');
  assert.deepEqual(
    [statusCode, headers['cache-control'], body],
    [200, 'no-cache', 'addEventListener("push", () => undefined);'],
  );
  assert.match(String(headers['content-type']), /^(text|application)\/javascript/);
  // It fetches pages of this service, and nothing else.
  assert.equal(headers['content-security-policy'], "default-src 'none'; connect-src 'self'");
  assert.equal((await unbuilt.fastify.inject({ method: 'GET', url: '/push-worker.js' })).statusCode, 404);
});

test('serves the page for a lost connection as one that loads nothing', async () => {
  const { statusCode, headers, body } = await get('/offline.html');
  assert.deepEqual([statusCode, headers['cache-control'], body], [200, 'no-cache', '<h1>No connection</h1>']);
  assert.match(String(headers['content-type']), /^text\/html/);
  assert.match(String(headers['content-security-policy']), /^default-src 'none';/);
  assert.equal((await unbuilt.fastify.inject({ method: 'GET', url: '/offline.html' })).statusCode, 404);
});

test('answers 404 for missing files, and serves no file outside the folder', async () => {
  const outside = [
    '/assets/none.js',
    '/assets/../secret.txt',
    '/assets/..%2Fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/%00',
    '/assets/',
  ];
  for (const url of [...outside, '/secret.txt', '/api/v1/productsx']) {
    const answer = await get(url, { accept: 'text/html' });
    assert.ok([400, 403, 404].includes(answer.statusCode), `${url}: ${answer.statusCode}`);
    assert.ok(!answer.body.includes('beside the files'), url);
    // An address that leads out of `/assets` is any other one.
    const isPage = String(answer.headers['content-type']).startsWith('text/html');
    if (isPage) assert.equal(answer.statusCode, 404, url);
    else assert.equal(answer.json().success, false, url);
  }
});

test('serves no page to a client that has left out the API version', async () => {
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    assert.equal((await get('/products', headers)).statusCode, 404);
    assert.equal((await get('/', headers)).statusCode, 200);
  }
});

test('serves a page that reloads itself while the pages are being built', async () => {
  const answer = await unbuilt.fastify.inject({ method: 'GET', url: '/products', headers: browser });
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.headers['retry-after'], '2');
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.match(answer.body, /http-equiv="refresh" content="2"/);
  assert.equal((await unbuilt.fastify.inject({ method: 'GET', url: '/assets/index-AbC.js' })).statusCode, 404);
});

test('allows images from the public address if that is another host over http', async () => {
  const app = await createTestApp({ pages: folder, env: { PUBLIC_URL: 'http://shop.lan:8080' } });
  const policyOf = async (testApp: typeof app) =>
    String((await testApp.fastify.inject({ url: '/', headers: browser })).headers['content-security-policy']);
  assert.match(await policyOf(app), /img-src 'self' https: data: blob: http:\/\/shop\.lan:8080;/);
  assert.match(await policyOf(built), /img-src 'self' https: data: blob:;/);
});
