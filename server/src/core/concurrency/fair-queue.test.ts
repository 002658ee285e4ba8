import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from './fair-queue.ts';

const createError = () => new Error('too many');

test('serves keys in turn, even if one of them has many requests', async () => {
  const queue = createFairQueue({ atOnce: () => 1, waitingAtMost: 100, waitingOfKeyAtMost: 50, createError });
  const order: string[] = [];
  const take = (key: string) => queue.run(key, async () => void order.push(key));
  const flood = Array.from({ length: 30 }, () => take('flood'));
  await Promise.all([take('one'), take('two'), ...flood]);
  assert.deepEqual(order.slice(0, 4), ['flood', 'flood', 'one', 'two']);
  assert.equal(order.length, 32);
});

test('rejects any key if too many wait together', async () => {
  const queue = createFairQueue({ atOnce: () => 2, waitingAtMost: 2, waitingOfKeyAtMost: 2, createError });
  const gate = Promise.withResolvers<void>();
  const runs = ['a', 'a', 'b', 'c'].map((key) => queue.run(key, () => gate.promise));
  await assert.rejects(
    queue.run('d', async () => 1),
    /too many/,
  );
  gate.resolve();
  await Promise.all(runs);
  assert.equal(await queue.run('d', async () => 2), 2);
});

test('rejects a key with too many waiting requests, but no other key', async () => {
  const queue = createFairQueue({ atOnce: () => 1, waitingAtMost: 4, waitingOfKeyAtMost: 2, createError });
  const gate = Promise.withResolvers<void>();
  const running = queue.run('a', () => gate.promise);
  const waiting = [queue.run('a', async () => 1), queue.run('a', async () => 2)];
  await assert.rejects(
    queue.run('a', async () => 3),
    /too many/,
  );
  const other = queue.run('b', async () => 4);
  gate.resolve();
  await running;
  assert.deepEqual(await Promise.all([...waiting, other]), [1, 2, 4]);
  await assert.rejects(
    queue.run('a', () => Promise.reject(new Error('its own'))),
    /its own/,
  );
  assert.equal(await queue.run('a', async () => 5), 5);
});
