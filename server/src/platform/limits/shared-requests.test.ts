import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import Fastify from 'fastify';
import { until } from '../../../../test/until.ts';
import type { App } from '../context/app.ts';
import { createRequestShare } from './request-share.ts';

/** A service in which each holder may have a few requests, which run until they are finished. */
async function aService(sizes: { requests: number; shared: number; always: number }) {
  const share = createRequestShare({
    ...sizes,
    holder: 'merchant',
    keyOf: ({ headers }) => String(headers.holder),
    waiting_requests: 100,
    wait_ms: 600_000,
  });
  const app = Fastify();
  app.decorateRequest('beforeParsing');
  share.register(app as unknown as App, { leave: () => undefined, isFull: () => false });
  const running: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => running.push(resolve));
  app.get('/', wait);
  app.post('/', wait);
  await app.ready();
  const answers: Promise<unknown>[] = [];
  return {
    share,
    get(holder: string) {
      answers.push(app.inject({ url: '/', headers: { holder } }));
    },
    async untilCounts(expected: { running: number; waiting: number }) {
      await until(() => share.counts().running + share.counts().waiting === expected.running + expected.waiting);
      assert.deepEqual(share.counts(), { ...expected, rejected: 0 });
    },
    async finish() {
      while (share.counts().running > 0) {
        for (const end of running.splice(0)) end();
        await new Promise(setImmediate);
      }
      await Promise.all(answers);
    },
  };
}

test('a holder has its whole share until the shared number of requests runs', async () => {
  const { get, untilCounts, finish } = await aService({ requests: 3, shared: 4, always: 1 });
  for (const holder of ['a', 'a', 'a']) get(holder);
  await untilCounts({ running: 3, waiting: 0 });
  // The fourth of all begins, as fewer than four run; the fifth has more than one already.
  get('b');
  await untilCounts({ running: 4, waiting: 0 });
  get('b');
  await untilCounts({ running: 4, waiting: 1 });
  get('c');
  await untilCounts({ running: 5, waiting: 1 });
  await finish();
});

const share = createRequestShare({
  holder: 'address',
  keyOf: () => 'one',
  ...{ requests: 8, shared: 8, always: 1, waiting_requests: 8, wait_ms: 600_000 },
});

/** A service that notes the slots in use when a body is received, and when a response is sent. */
function aServiceWithNotes() {
  const notes = { receiving: -1, sending: -1 };
  const app = Fastify();
  app.decorateRequest('beforeParsing');
  share.register(app as unknown as App, { leave: () => undefined, isFull: () => false });
  app.addHook('preParsing', async () => {
    notes.receiving = share.largeBodies().running;
  });
  app.addHook('onSend', async () => {
    notes.sending = share.counts().running;
  });
  app.get<{ Querystring: { length: string } }>('/', async ({ query }) => 'x'.repeat(Number(query.length)));
  app.post('/', async () => 'read');
  return { app, notes };
}

test('a response of more than 256 KiB keeps its slot until it was sent', async () => {
  const { app, notes } = aServiceWithNotes();
  await app.inject('/?length=262144');
  assert.equal(notes.sending, 0);
  await app.inject('/?length=262145');
  assert.equal(notes.sending, 1);
  await until(() => share.counts().running === 0);
});

test('a body of more than 64 KiB, or of unknown length, is received as a large one', async () => {
  const { app, notes } = aServiceWithNotes();
  const receive = async (payload: string | Readable) => {
    await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': 'application/json' } });
    await until(() => share.largeBodies().running === 0);
    return notes.receiving;
  };
  const json = (length: number) => `"${'x'.repeat(length - 2)}"`;
  assert.equal(await receive(json(65_536)), 0);
  assert.equal(await receive(json(65_537)), 1);
  assert.equal(await receive(Readable.from([json(10)])), 1);
});
