import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDelayedActs } from './delayed-acts.ts';

test('performs an act once, unless it was cancelled', async () => {
  const acts = createDelayedActs();
  const performed: string[] = [];
  const act = async (name: string) => void performed.push(name);
  const first = acts.add(() => act('first'));
  acts.add(() => act('second')).cancel();
  acts.add(() => act('third'));
  first.perform();
  first.perform();
  assert.deepEqual(performed, ['first']);
  await acts.performAll();
  await acts.performAll();
  assert.deepEqual(performed, ['first', 'third']);
});

test('waits until all acts have ended, also one that fails', async () => {
  const acts = createDelayedActs();
  let isSaved = false;
  acts.add(() => Promise.reject(new Error('rejected by the service')));
  acts.add(async () => {
    await new Promise((later) => setTimeout(later, 1));
    isSaved = true;
  });
  await acts.performAll();
  assert.equal(isSaved, true);
});
