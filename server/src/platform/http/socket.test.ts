import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';

const app = await createTestApp();
const { port } = new URL(await app.fastify.listen({ host: '127.0.0.1', port: 0 }));

/** Whatever comes back when these bytes are written to the service. */
async function write(bytes: string) {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

const notHttp: [string, string][] = [
  ['garbage', 'garbage\r\n\r\n'],
  ['an unknown method', 'SELL /api/v1/products HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['headers that are too long', `GET /api/v1/products HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
];
for (const [title, bytes] of notHttp) {
  test(`${title}: 400 in the envelope, with a request id`, async () => {
    const { status, head, body } = await write(bytes);
    assert.equal(status, 400);
    assert.match(head, /^x-request-id: [0-9a-f-]{36}$/m);
    assert.deepEqual(JSON.parse(body), {
      success: false,
      error: { code: 'MALFORMED_REQUEST', message: 'The request could not be read', details: [] },
    });
  });
}

test('an unknown expectation is passed over', async () => {
  const { status, body } = await write('GET /api/v1/auth/me HTTP/1.1\r\nHost: a\r\nExpect: much\r\nConnection: close\r\n\r\n');
  assert.equal(status, 401);
  assert.equal(JSON.parse(body).error.code, 'UNAUTHENTICATED');
});

/** What comes back when the service has waited long enough for a request of which these bytes have arrived. */
async function waitTooLong(bytes: string): Promise<string> {
  const accepted = once(app.fastify.server, 'connection');
  const socket = connect(Number(port), '127.0.0.1');
  const [there] = (await accepted) as [Socket];
  if (bytes !== '') socket.write(bytes);
  await until(() => there.bytesRead === bytes.length);
  app.fastify.server.emit('clientError', Object.assign(new Error('too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), there);
  return text(socket);
}

test('half a request that takes too long is answered', async () => {
  assert.match(await waitTooLong('GET /api/v1/products HTTP/1.1\r\n'), /^HTTP\/1.1 400 .*took too long to arrive/s);
});

test('a connection that was never used is closed without a word, which could be taken for the answer to a first request', async () => {
  assert.equal(await waitTooLong(''), '');
});
