import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn, isLarge } from './large-receipts.ts';
import type { Receipt } from './receipt.ts';

const ofLines = (count: number) => ({ lines: Array.from({ length: count }) }) as unknown as Receipt;

test('renders large receipts of a merchant one after another, beside small ones and those of others', async () => {
  assert.deepEqual([isLarge(ofLines(100)), isLarge(ofLines(101))], [false, true]);
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const render = (name: string) => async () => {
    begun.push(name);
    await gate.promise;
    if (name === 'large') throw new Error('planted');
    return name;
  };
  const failing = assert.rejects(inTurn('one', ofLines(101), render('large')), /planted/);
  const others = [
    inTurn('one', ofLines(101), render('large too')),
    inTurn('one', ofLines(100), render('small')),
    inTurn('two', ofLines(101), render('of another')),
  ];
  await new Promise(setImmediate);
  assert.deepEqual(begun.sort(), ['large', 'of another', 'small']);
  gate.resolve();
  await failing;
  assert.deepEqual(await Promise.all(others), ['large too', 'small', 'of another']);
});
