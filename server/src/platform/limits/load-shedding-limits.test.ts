import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import type { App } from '../context/app.ts';
import { registerErrors } from '../http/errors.ts';
import { registerLoadShedding, retryAfter_s } from './load-shedding.ts';

/** A service with a stopped clock, whose requests run until they are finished. */
async function aService(context: TestContext) {
  let now_ms = 0;
  // Of two replacements the second one would be restored last, to the first.
  context.mock.restoreAll();
  context.mock.method(performance, 'now', () => now_ms);
  const app = Fastify();
  registerErrors(app as unknown as App);
  registerLoadShedding(app as unknown as App);
  const running: (() => void)[] = [];
  app.get('/', () => new Promise((resolve) => running.push(() => resolve('done'))));
  const answers: Promise<unknown>[] = [];
  /** @returns `running`, or the status with which the request is rejected */
  const send = async (): Promise<number | 'running'> => {
    const before = running.length;
    let status: number | undefined;
    answers.push(
      app.inject('/').then(({ statusCode }) => {
        status = statusCode;
      }),
    );
    while (running.length === before && status === undefined) await setImmediate();
    return status ?? 'running';
  };
  return {
    app,
    send,
    async start(count: number) {
      for (let at = 0; at < count; at += 1) assert.equal(await send(), 'running', `request ${at + 1} of ${count}`);
    },
    async finish(count = running.length) {
      for (const end of running.splice(0, count)) end();
      await Promise.all(answers.splice(0, count));
    },
    advance(ms: number) {
      now_ms += ms;
    },
  };
}

test('admits a hundred requests in a burst, and no more', async (context) => {
  const { start, send, finish } = await aService(context);
  await start(100);
  assert.equal(await send(), 503);
  await finish();
});

test('admits more than 72 requests for a quarter of a second', async (context) => {
  const { start, send, finish, advance } = await aService(context);
  await start(71);
  advance(1_000);
  await start(1);
  advance(250);
  await start(1);
  advance(1);
  assert.equal(await send(), 503);
  await finish();
});

test('rejects the request after the 72 of an overload, and admits one when another has ended', async (context) => {
  const { start, send, finish, advance } = await aService(context);
  await start(72);
  advance(251);
  assert.equal(await send(), 503);
  await finish(1);
  await start(1);
  assert.equal(await send(), 503);
  await finish();
});

test('an overload ends when fewer than 36 requests run', async (context) => {
  for (const [left, answer] of [
    [36, 503],
    [35, 'running'],
  ] as const) {
    const { start, send, finish, advance } = await aService(context);
    await start(72);
    await finish(72 - left);
    advance(1_000);
    await start(72 - left);
    assert.equal(await send(), answer, `after ${left} requests`);
    await finish();
  }
});

test('a response that is being read takes no place', async (context) => {
  const { app, start, finish, advance } = await aService(context);
  const bodies: Readable[] = [];
  app.get('/slow', async () => {
    const body = new Readable({ read: () => undefined });
    bodies.push(body);
    return body;
  });
  let begun = 0;
  app.addHook('onSend', async () => {
    begun += 1;
  });
  await app.ready();
  const answers = Array.from({ length: 72 }, () => app.inject('/slow'));
  while (begun < 72) await setImmediate();
  advance(1_000);
  await start(1);
  for (const body of bodies) body.push(null);
  await Promise.all(answers);
  await finish();
});

/** A service whose requests wait to be authenticated until they may continue. */
async function anEntrance() {
  const app = Fastify();
  registerErrors(app as unknown as App);
  registerLoadShedding(app as unknown as App);
  const arrived: (() => void)[] = [];
  app.addHook('onRequest', () => new Promise<void>((resolve) => arrived.push(resolve)));
  app.get('/', async () => 'done');
  await app.ready();
  const answers: Promise<unknown>[] = [];
  return {
    /** @returns `arrived`, or the status with which the request is rejected */
    async send(credential: string): Promise<number | 'arrived'> {
      const before = arrived.length;
      let status: number | undefined;
      const answer = app.inject({ url: '/', headers: { authorization: `Bearer ${credential}` } });
      answers.push(
        answer.then(({ statusCode }) => {
          status = statusCode;
        }),
      );
      while (arrived.length === before && status === undefined) await setImmediate();
      return status ?? 'arrived';
    },
    async continueAll() {
      for (const resume of arrived.splice(0)) resume();
      await Promise.all(answers.splice(0));
    },
  };
}

test('a hundred requests of one user may wait to be authenticated, and do not keep others away', async () => {
  const { send, continueAll } = await anEntrance();
  for (let at = 0; at < 100; at += 1) assert.equal(await send('one'), 'arrived', `request ${at + 1}`);
  assert.equal(await send('one'), 503);
  assert.equal(await send('another'), 'arrived');
  await continueAll();
  assert.equal(await send('one'), 'arrived');
  await continueAll();
});

test('requests of 400 users may wait to be authenticated, and more of the same users', async () => {
  const { send, continueAll } = await anEntrance();
  for (let at = 0; at < 400; at += 1) assert.equal(await send(`user ${at}`), 'arrived', `user ${at + 1}`);
  assert.equal(await send('user 400'), 503);
  assert.equal(await send('user 399'), 'arrived');
  await continueAll();
  assert.equal(await send('user 400'), 'arrived');
  await continueAll();
});

test('rejected clients come back after one, two or three seconds', (context) => {
  const drawn = [0, 0.34, 0.67, 0.999];
  context.mock.method(Math, 'random', () => drawn.shift() ?? assert.fail());
  const waits = [...drawn].map(() => retryAfter_s());
  assert.deepEqual(waits, [1, 2, 3, 3]);
});
