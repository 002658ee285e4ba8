import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCoalescer } from './coalescer.ts';

/** Work whose runs end one by one. */
function heldWork() {
  const started: string[] = [];
  const ends: { end(): void; fail(error: Error): void }[] = [];
  const coalescer = createCoalescer((key) => {
    started.push(key);
    return new Promise<void>((resolve, reject) => ends.push({ end: resolve, fail: reject }));
  });
  const next = async () => {
    ends.shift()?.end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { coalescer, started, ends, next };
}

test('calls during a run make it run once more, and end with it', async () => {
  const { coalescer, started, next } = heldWork();
  const calls = [coalescer.run('a'), coalescer.run('a'), coalescer.run('a')];
  assert.deepEqual(started, ['a']);
  await next();
  assert.deepEqual(started, ['a', 'a']);
  await next();
  await Promise.all(calls);
  assert.deepEqual(started, ['a', 'a']);
});

test('a call after the end runs at once, and keys do not wait for each other', async () => {
  const { coalescer, started, next } = heldWork();
  const first = coalescer.run('a');
  const other = coalescer.run('b');
  assert.deepEqual(started, ['a', 'b']);
  await next();
  await first;
  const second = coalescer.run('a');
  assert.deepEqual(started, ['a', 'b', 'a']);
  await next();
  await next();
  await Promise.all([other, second]);
});

test('an error reaches the callers, and the next call runs', async () => {
  const { coalescer, started, ends, next } = heldWork();
  const failing = coalescer.run('a');
  ends.shift()?.fail(new Error('no database'));
  await assert.rejects(failing, /no database/);
  const second = coalescer.run('a');
  await next();
  await second;
  assert.deepEqual(started, ['a', 'a']);
});

test('is idle when all runs have ended, also with an error', async () => {
  const { coalescer, ends, next } = heldWork();
  await coalescer.idle();
  const failing = coalescer.run('a');
  void coalescer.run('b');
  let isIdle = false;
  const idle = coalescer.idle().then(() => (isIdle = true));
  ends.shift()?.fail(new Error('no database'));
  await assert.rejects(failing, /no database/);
  assert.equal(isIdle, false);
  await next();
  await idle;
});
