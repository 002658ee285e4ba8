import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';

const app = await createTestApp();
const { port } = new URL(await app.fastify.listen({ host: '127.0.0.1', port: 0 }));

/** The service's response to these bytes. */
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
  test(`responds 400 in the envelope with a request id to ${title}`, async () => {
    const { status, head, body } = await write(bytes);
    assert.equal(status, 400);
    assert.match(head, /^x-request-id: [0-9a-f-]{36}$/m);
    assert.deepEqual(JSON.parse(body), {
      success: false,
      error: { code: 'MALFORMED_REQUEST', message: 'The request could not be read', details: [] },
    });
  });
}

test('ignores an unknown expectation', async () => {
  const { status, body } = await write(
    'GET /api/v1/auth/me HTTP/1.1\r\nHost: a\r\nExpect: much\r\nConnection: close\r\n\r\n',
  );
  assert.equal(status, 401);
  assert.equal(JSON.parse(body).error.code, 'UNAUTHENTICATED');
});

/** The response after the timeout to a request that stops after these bytes. */
async function responseAfterTimeout(bytes: string): Promise<string> {
  const accepted = once(app.fastify.server, 'connection');
  const socket = connect(Number(port), '127.0.0.1');
  const [serverSocket] = (await accepted) as [Socket];
  if (bytes !== '') socket.write(bytes);
  await until(() => serverSocket.bytesRead === bytes.length);
  app.fastify.server.emit(
    'clientError',
    Object.assign(new Error('too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
    serverSocket,
  );
  return text(socket);
}

test('answers a partial request after the timeout', async () => {
  assert.match(
    await responseAfterTimeout('GET /api/v1/products HTTP/1.1\r\n'),
    /^HTTP\/1.1 400 .*took too long to arrive/s,
  );
});

test('closes an unused connection without a response, because a client could take it for that of its first request', async () => {
  assert.equal(await responseAfterTimeout(''), '');
});

test('destroys an unused connection whose client keeps its side open', async () => {
  const accepted = once(app.fastify.server, 'connection');
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const [serverSocket] = (await accepted) as [Socket];
  const closed = once(serverSocket, 'close');
  const late = Object.assign(new Error('too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.fastify.server.emit('clientError', late, serverSocket);
  await closed;
  socket.destroy();
});

test('closes a lost connection, or one that it has ended, without a response', async () => {
  for (const [code, isEnded] of [
    ['ECONNRESET', false],
    ['HPE_INVALID_METHOD', true],
  ] as const) {
    const accepted = once(app.fastify.server, 'connection');
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    const [serverSocket] = (await accepted) as [Socket];
    if (isEnded) serverSocket.end();
    app.fastify.server.emit('clientError', Object.assign(new Error('not HTTP'), { code }), serverSocket);
    assert.ok(serverSocket.destroyed, code);
    assert.equal(await text(socket), '');
    socket.destroy();
  }
});
