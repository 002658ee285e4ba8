import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { createConnectionShares } from './connection-shares.ts';

const cores = Math.max(2, availableParallelism());

test('a merchant alone uses its whole share, and beside others as many connections as there are cores', async () => {
  const shares = createConnectionShares(cores + 2);
  const taken = Array.from({ length: cores + 2 }, () => shares.tryAcquire('a'));
  assert.ok(taken.every((release) => release !== undefined));
  assert.equal(shares.tryAcquire('a'), undefined);
  // A sale takes no part of the share.
  shares.note('b');
  for (const release of taken.slice(0, 2)) release?.();
  assert.equal(shares.tryAcquire('a'), undefined);
  const waiting = shares.acquire('a');
  assert.ok(shares.tryAcquire('b'));
  taken[2]?.();
  (await waiting)();
});
