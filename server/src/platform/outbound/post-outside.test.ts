import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { reachability } from './addresses.ts';
import { createPostOutside } from './post-outside.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
let answer: Answer = (response) => response.end();
const received: { method?: string | undefined; headers: IncomingMessage['headers']; body: string; socket: Socket }[] =
  [];
const server = createServer(async (request, response) => {
  const body = (await buffer(request)).toString();
  received.push({ method: request.method, headers: request.headers, body, socket: request.socket });
  answer(response, request);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;
const url = `http://127.0.0.1:${port}/hook`;
const inside = createPostOutside(reachability(['127.0.0.0/8']));
const internet = createPostOutside(reachability([]));

/** The outcome of a post to a server that answers like this. */
async function outcomeOf(respond: Answer) {
  answer = respond;
  const began = performance.now();
  const { duration_ms, ...outcome } = await inside({ url, headers: {}, body: 'x' });
  assert.ok(Number.isInteger(duration_ms) && duration_ms >= 0 && duration_ms <= performance.now() - began + 1);
  return outcome;
}

test('posts headers and body, with the length in bytes', async () => {
  for (const body of ['für 3 €', Buffer.from('für 3 €')]) {
    received.length = 0;
    assert.equal((await inside({ url, headers: { 'x-own': 'yes' }, body })).is_success, true);
    const [request] = received;
    assert.deepEqual([request?.method, request?.body], ['POST', 'für 3 €']);
    assert.deepEqual([request?.headers['x-own'], request?.headers['content-length']], ['yes', '10']);
  }
});

test('any status from 200 to 299 is a success, and a redirect is not followed', async () => {
  const redirected = 'It answered with a redirect, which is not followed';
  for (const [status, is_success, error] of [
    [200, true, null],
    [299, true, null],
    [300, false, redirected],
    [399, false, redirected],
    [400, false, null],
    [500, false, null],
  ] as const) {
    const outcome = await outcomeOf((response) => response.writeHead(status, { location: url }).end('done'));
    assert.deepEqual(outcome, { is_success, status, answer: 'done', error });
  }
});

test('keeps the first 4,096 bytes of an answer, without NUL', async () => {
  for (const [length, kept] of [
    [4_095, 4_095],
    [4_096, 4_096],
    [4_097, 4_096],
    [200_000, 4_096],
  ] as const)
    assert.equal((await outcomeOf((response) => response.end('x'.repeat(length)))).answer?.length, kept);
  assert.equal((await outcomeOf((response) => response.end('a\0b\0'))).answer, 'ab');
});

test('does not wait for the rest of an answer after its first 4,096 bytes', async () => {
  const outcome = await outcomeOf((response) => {
    response.writeHead(200, { 'content-length': '5000' });
    response.write('x'.repeat(4_096));
  });
  assert.deepEqual([outcome.is_success, outcome.answer?.length, outcome.error], [true, 4_096, null]);
});

test('keeps what comes after 4,095 bytes', async () => {
  const outcome = await outcomeOf((response) =>
    response.write('x'.repeat(4_095), () => setImmediate(() => setImmediate(() => response.end('yz')))),
  );
  assert.equal(outcome.answer, `${'x'.repeat(4_095)}y`);
});

test('waits ten seconds for an answer, and says so', async (context) => {
  const waits: number[] = [];
  context.mock.method(AbortSignal, 'timeout', (ms: number) => {
    waits.push(ms);
    return AbortSignal.abort(new DOMException('it took too long', 'TimeoutError'));
  });
  const { error, status, is_success } = await outcomeOf((response) => response.end());
  assert.deepEqual([waits, error, status, is_success], [[10_000], 'No answer within 10 seconds', null, false]);
});

test('an answer that breaks off is a failure with its status', async () => {
  const outcome = await outcomeOf((response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('part', () => response.socket?.destroy());
  });
  assert.deepEqual(outcome, { is_success: false, status: 200, answer: 'part', error: 'The answer broke off: aborted' });
});

test('reaches only allowed addresses, by a name or a number', async () => {
  received.length = 0;
  for (const host of ['127.0.0.1', 'localhost']) {
    const { error, status, is_success } = await internet({ url: `http://${host}:${port}/`, headers: {}, body: '' });
    assert.deepEqual(
      [error, status, is_success],
      [`${host} is not an address on the internet, and the operator has not opened it`, null, false],
    );
  }
  assert.equal(received.length, 0);
  answer = (response) => response.end();
  // Some machines know a second address of this name, which is not allowed.
  assert.equal((await inside({ url: `http://localhost:${port}/`, headers: {}, body: '' })).status, 200);
});

test('says why there is no answer', async () => {
  const refused = await inside({ url: 'http://127.0.0.1:1/', headers: {}, body: '' });
  assert.match(refused.error ?? '', /ECONNREFUSED/);
  assert.deepEqual([refused.status, refused.answer, refused.is_success], [null, null, false]);
  const unknown = await inside({ url: 'http://nothing.invalid/', headers: {}, body: '' });
  // A machine without a network may wait for its name server until the post is given up.
  assert.match(unknown.error ?? '', /getaddrinfo|No answer within 10 seconds/);
});

test('repeats a post if the server had closed the idle connection, not if it resets a new one', async () => {
  const own = createPostOutside(reachability(['127.0.0.0/8']));
  const post = () => own({ url, headers: {}, body: 'x' });
  received.length = 0;
  const used = new Set<Socket>();
  answer = (response, { socket }) => {
    if (used.has(socket)) socket.resetAndDestroy();
    else response.end();
    used.add(socket);
  };
  assert.deepEqual([(await post()).status, received.length], [200, 1]);
  assert.deepEqual([(await post()).status, received.length], [200, 3]);
  answer = (_, { socket }) => socket.resetAndDestroy();
  const fresh = createPostOutside(reachability(['127.0.0.0/8']));
  assert.match((await fresh({ url, headers: {}, body: 'x' })).error ?? '', /ECONNRESET|socket hang up/);
  assert.equal(received.length, 4);
});
