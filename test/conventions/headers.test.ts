import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { aPng } from '../images.ts';
import { aProduct, aShop } from '../shop.ts';
import type { TestApp } from '../test-app.ts';
import { createTestApp } from '../test-app.ts';
import { sampleOf } from './sample.ts';

const app = await createTestApp({ env: { PUBLIC_URL: 'https://shop.example', METRICS_TOKEN: 'for the metrics' } });
const appWithoutHttps = await createTestApp();
const shop = await aShop(app);
const port = Number(new URL(await app.fastify.listen({ host: '127.0.0.1', port: 0 })).port);

type Headers = Record<string, unknown>;

const data = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The missing and wrong headers of a data response. */
function faultsIn(name: string, headers: Headers, { cache = /\bno-store$/, site = 'same-origin' } = {}): string[] {
  const expected: Record<string, string | RegExp> = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': data,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': site,
    'cache-control': cache,
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  };
  const faults = Object.entries(expected)
    .filter(([header, value]) =>
      typeof value === 'string' ? headers[header] !== value : !value.test(String(headers[header])),
    )
    .map(([header]) => `${name}: ${header} is ${headers[header]}`);
  const isTyped =
    Number(headers['content-length'] ?? 1) === 0 || /^[\w-]+\/[\w.+-]+/.test(String(headers['content-type']));
  const hasExtra =
    headers.server !== undefined || headers['x-powered-by'] !== undefined || headers['set-cookie'] !== undefined;
  return [
    ...faults,
    ...(isTyped ? [] : [`${name}: has no content type`]),
    ...(hasExtra ? [`${name}: has a header that it must not have`] : []),
  ];
}

/** The responses of every route: without a token, and to the owner with a sample body. */
async function responsesOfAll(
  testApp: TestApp,
  headers: Record<string, string>,
): Promise<{ name: string; headers: Headers }[]> {
  const found: { name: string; headers: Headers }[] = [];
  for (const { method, url, schema } of testApp.routes) {
    if (url.includes('/events/stream') || url.startsWith('/docs')) continue;
    for (const one of [method].flat()) {
      const body = (schema as { body?: object } | undefined)?.body;
      const path = url.replace(/:\w+/g, shop.merchant_id).replace('*', 'nothing');
      // A sign-out would end the session that the following requests need.
      for (const credentials of /\/auth\/(logout|sessions)$/.test(url) ? [{}] : [{}, headers]) {
        const sent =
          one === 'OPTIONS' ? { origin: 'https://till.example', 'access-control-request-method': 'PUT' } : credentials;
        const payload = body === undefined || one === 'GET' ? {} : { payload: sampleOf(body) as object };
        const response = await testApp.fastify.inject({ method: one as 'GET', url: path, headers: sent, ...payload });
        found.push({ name: `${one} ${url} ${response.statusCode}`, headers: response.headers });
      }
    }
  }
  return found;
}

test('every response of every route has the security headers', async () => {
  const responses = await responsesOfAll(app, shop.owner.headers);
  assert.ok(responses.length > 250, `${responses.length} responses`);
  assert.ok(responses.filter(({ name }) => / 20[01]$/.test(name)).length > 30, 'some requests succeed');
  assert.deepEqual(
    responses.flatMap(({ name, headers }) => faultsIn(name, headers)),
    [],
  );
});

test('pictures can be cached and embedded, exports cannot', async () => {
  const product = await aProduct(shop, { name: 'Shown' });
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="p.svg"\r\nContent-Type: image/svg+xml\r\n\r\n';
  const added = await app.fastify.inject({
    method: 'POST',
    url: `/api/v1/products/${product.id}/images`,
    headers: { ...shop.owner.headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), aPng(), Buffer.from('\r\n--b--\r\n')]),
  });
  assert.equal(added.statusCode, 201, added.body);
  const picture = await app.fastify.inject({ method: 'GET', url: new URL(added.json().data.images[0]).pathname });
  assert.equal(picture.headers['content-type'], 'image/png');
  assert.deepEqual(
    faultsIn('picture', picture.headers, { cache: /^public, max-age=\d+, immutable$/, site: 'cross-origin' }),
    [],
  );

  const exported = await shop.owner.post('/reports/export', { report_type: 'products', format: 'csv' });
  const { pathname, search } = new URL(exported.body.data.download_url);
  const file = await app.fastify.inject({ method: 'GET', url: pathname + search });
  assert.equal(file.statusCode, 200, file.body);
  assert.match(String(file.headers['content-disposition']), /^attachment; filename="[\w.-]+"$/);
  assert.deepEqual(faultsIn('export', file.headers), []);
  const streamed = await shop.owner.get('/inventory/export?format=csv');
  assert.deepEqual(faultsIn('inventory', streamed.headers), []);
});

test('the event stream has the security headers', async () => {
  const stop = new AbortController();
  const stream = await fetch(`http://127.0.0.1:${port}/api/v1/events/stream`, {
    headers: shop.owner.headers,
    signal: stop.signal,
  });
  assert.equal(stream.status, 200);
  assert.deepEqual(faultsIn('stream', Object.fromEntries(stream.headers)), []);
  stop.abort();
});

/** Writes these bytes to the service. @returns its response */
async function write(bytes: string): Promise<{ status: number; headers: Headers; body: string }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ')[0]?.toLowerCase() ?? '', line.replace(/^.*?: /, '')]),
  );
  return { status: Number(first.split(' ')[1]), headers, body };
}

const raw: [title: string, status: number, bytes: string][] = [
  ['bytes that are no HTTP', 400, 'garbage\r\n\r\n'],
  [
    'an address that cannot be decoded',
    400,
    'GET /api/v1/branches/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  ],
  ['an unknown address', 404, 'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['TRACE', 404, 'TRACE /api/v1/branches HTTP/1.1\r\nHost: a\r\nX-Canary: echoed\r\nConnection: close\r\n\r\n'],
  [
    'both Content-Length and Transfer-Encoding',
    400,
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
];
for (const [title, status, bytes] of raw) {
  test(`rejects ${title} with the security headers`, async () => {
    const response = await write(bytes);
    assert.equal(response.status, status, response.body);
    assert.doesNotMatch(response.body, /echoed/);
    assert.deepEqual(faultsIn(title, response.headers), []);
  });
}

test('the reference has its own policy without external sources', async () => {
  for (const url of ['/docs', '/docs/static/swagger-ui-bundle.js', '/docs/static/theme/tillhouse.css']) {
    const { statusCode, headers } = await app.fastify.inject({ method: 'GET', url });
    assert.equal(statusCode, 200, url);
    const policy = String(headers['content-security-policy']);
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      assert.ok(policy.split('; ').includes(directive), `${url}: ${policy}`);
    assert.doesNotMatch(policy, /https?:|script-src|unsafe-eval/);
    assert.deepEqual(faultsIn(url, { ...headers, 'content-security-policy': data }, { cache: /no-store|max-age/ }), []);
  }
});

test('sends no HSTS header without https', async () => {
  const { headers } = await appWithoutHttps.anonymous.get('/branches');
  assert.equal(headers['strict-transport-security'], undefined);
  assert.equal(faultsIn('plain', headers as Headers).length, 1, 'the only difference');
});

test('notices a missing or additional header', async () => {
  const { headers } = await app.anonymous.get('/branches');
  for (const name of ['content-security-policy', 'cache-control', 'referrer-policy', 'x-frame-options'])
    assert.equal(faultsIn('x', { ...headers, [name]: undefined }).length, 1, name);
  assert.equal(faultsIn('x', { ...headers, 'cache-control': 'public' }).length, 1);
  assert.equal(faultsIn('x', { ...headers, 'set-cookie': 'a=b' }).length, 1);
});
