import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { App } from '../context/app.ts';
import { registerBodies } from './body.ts';

test('discards the rest of a rejected body as it arrives, and keeps the connection open', async (t) => {
  const arrived: Buffer[] = [];
  const app = Fastify();
  registerBodies(app as unknown as App);
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers['content-length'] !== undefined) return reply.code(429).send();
  });
  app.addHook('onSend', async ({ raw }, _reply, payload) => {
    if (!raw.complete) raw.on('data', (chunk: Buffer) => arrived.push(chunk));
    return payload;
  });
  app.get('/', async () => 'next');
  app.post('/', async () => 'read');
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  t.after(() => app.close());

  const socket = connect(Number(port), '127.0.0.1');
  let answers = '';
  socket.on('data', (text) => {
    answers += text;
  });
  const body = Buffer.alloc(1024 * 1024);
  socket.write(
    `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  while (!answers.includes('429')) await once(socket, 'data');
  socket.write(body);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  await once(socket, 'close');
  assert.match(answers, /next$/);
  assert.ok(arrived.length > 0);
  assert.deepEqual(
    arrived.filter(({ buffer }) => buffer.byteLength > 0),
    [],
  );
});

test('parses one long body in each turn of the event loop', async (t) => {
  const app = Fastify();
  registerBodies(app as unknown as App);
  t.after(() => app.close());
  let turn = 0;
  let isCounting = true;
  const count = () => {
    turn += 1;
    if (isCounting) setImmediate(count);
  };
  const parsedIn: number[] = [];
  // All bodies have arrived when the first one is parsed.
  let arrived = 0;
  const all = Promise.withResolvers<void>();
  app.addHook('onRequest', async (request) => {
    Object.assign(request, {
      beforeParsing: () => {
        arrived += 1;
        if (arrived === 4) all.resolve();
        return all.promise;
      },
    });
  });
  app.addHook('preValidation', async () => {
    parsedIn.push(turn);
  });
  app.post('/', async () => 'read');
  await app.ready();
  setImmediate(count);
  const payload = { text: 'x'.repeat(100_000) };
  await Promise.all(Array.from({ length: 4 }, () => app.inject({ method: 'POST', url: '/', payload })));
  isCounting = false;
  assert.equal(parsedIn.length, 4);
  assert.equal(new Set(parsedIn).size, 4, parsedIn.join());
});
