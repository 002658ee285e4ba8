import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { AppError } from '../../core/errors.ts';
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

/** The number of turns of the event loop in which four bodies of this length are parsed. */
async function turnsFor(characters: number): Promise<number> {
  const app = Fastify();
  registerBodies(app as unknown as App);
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
  const payload = { text: 'x'.repeat(characters - JSON.stringify({ text: '' }).length) };
  await Promise.all(Array.from({ length: 4 }, () => app.inject({ method: 'POST', url: '/', payload })));
  isCounting = false;
  await app.close();
  assert.equal(parsedIn.length, 4);
  return new Set(parsedIn).size;
}

test('parses one long body in each turn of the event loop, and shorter ones together', async () => {
  assert.equal(await turnsFor(64 * 1024 + 1), 4);
  assert.equal(await turnsFor(64 * 1024), 1);
});

test('rejects a body with more than 25,000 values, and names the arrays that are too long', async (t) => {
  const app = Fastify();
  registerBodies(app as unknown as App);
  t.after(() => app.close());
  app.setErrorHandler((error: AppError, _request, reply) => reply.code(400).send([error.code, error.details]));
  const list = { type: 'array', maxItems: 2 };
  const body = { type: 'object', properties: { short: list, long: list, other: { type: 'array' } } };
  app.post('/', { schema: { body }, validatorCompiler: () => () => true }, async () => 'read');
  const post = async (payload: object) => (await app.inject({ method: 'POST', url: '/', payload })).body;
  const zeros = (count: number) => Array<number>(count).fill(0);
  // The object, the array, and a comma between two elements.
  assert.equal(await post({ other: zeros(24_999) }), 'read');
  assert.equal(await post({ other: zeros(25_000) }), '["MALFORMED_REQUEST",[]]');
  assert.deepEqual(JSON.parse(await post({ short: [1, 2], long: zeros(25_000) })), [
    'VALIDATION_ERROR',
    [{ field: 'long', message: 'must have at most 2 entries' }],
  ]);
});
