import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairTurns } from './fair-turns.ts';

const refuse = () => new Error('too many');

test('serves keys in turn, however many requests one of them has', async () => {
  const turns = createFairTurns({ atOnce: () => 1, waitingAtMost: 100, waitingOfKeyAtMost: 50, refuse });
  const order: string[] = [];
  const take = (key: string) => turns.take(key, async () => void order.push(key));
  const flood = Array.from({ length: 30 }, () => take('flood'));
  await Promise.all([take('one'), take('two'), ...flood]);
  assert.deepEqual(order.slice(0, 4), ['flood', 'flood', 'one', 'two']);
  assert.equal(order.length, 32);
});

test('rejects a key with too many waiting requests, and no other key', async () => {
  const turns = createFairTurns({ atOnce: () => 1, waitingAtMost: 4, waitingOfKeyAtMost: 2, refuse });
  const gate = Promise.withResolvers<void>();
  const running = turns.take('a', () => gate.promise);
  const waiting = [turns.take('a', async () => 1), turns.take('a', async () => 2)];
  await assert.rejects(
    turns.take('a', async () => 3),
    /too many/,
  );
  const other = turns.take('b', async () => 4);
  gate.resolve();
  await running;
  assert.deepEqual(await Promise.all([...waiting, other]), [1, 2, 4]);
  await assert.rejects(
    turns.take('a', () => Promise.reject(new Error('its own'))),
    /its own/,
  );
  assert.equal(await turns.take('a', async () => 5), 5);
});
