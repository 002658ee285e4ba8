import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemory } from './memory.ts';

test('a state changes with what happens of its kinds at its merchant, and with nothing else', () => {
  const memory = createMemory();
  const [one, other] = [memory.of('one'), memory.of('other')];
  const states = () => [one.stateOf(['product']), one.stateOf(['product', 'stock']), one.stateOf(['sale']), other.stateOf(['product'])];
  const before = states();
  memory.changed('one', ['stock.moved', 'stock.low']);
  const [products, goods, sales, elsewhere] = states();
  assert.deepEqual([products, sales, elsewhere], [before[0], before[2], before[3]]);
  assert.notEqual(goods, before[1]);
  memory.changed('one', ['product.updated']);
  assert.notEqual(one.stateOf(['product']), products);
  assert.notEqual(one.stateOf(['product', 'stock']), goods);
});

test('of however many merchants it knows the last change of, what it has forgotten counts as changed', () => {
  const memory = createMemory();
  memory.changed('first', ['product.created']);
  const before = memory.of('first').stateOf(['product']);
  for (let n = 0; n < 10_000; n += 1) memory.changed(`merchant ${n}`, ['product.created']);
  assert.notEqual(memory.of('first').stateOf(['product']), before);
});
