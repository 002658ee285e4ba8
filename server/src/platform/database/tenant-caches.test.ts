import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTenantCaches } from './tenant-caches.ts';

test('a version changes with events of its kinds at its merchant only', () => {
  const memory = createTenantCaches();
  const [one, other] = [memory.of('one'), memory.of('other')];
  const states = () => [
    one.versionOf(['product']),
    one.versionOf(['product', 'stock']),
    one.versionOf(['sale']),
    other.versionOf(['product']),
  ];
  const before = states();
  memory.invalidate('one', ['stock.moved', 'stock.low']);
  const [products, goods, sales, elsewhere] = states();
  assert.deepEqual([products, sales, elsewhere], [before[0], before[2], before[3]]);
  assert.notEqual(goods, before[1]);
  memory.invalidate('one', ['product.updated']);
  assert.notEqual(one.versionOf(['product']), products);
  assert.notEqual(one.versionOf(['product', 'stock']), goods);
});

test('counts merchants whose last change it has dropped as changed', () => {
  const memory = createTenantCaches();
  memory.invalidate('first', ['product.created']);
  const before = memory.of('first').versionOf(['product']);
  for (let n = 0; n < 10_000; n += 1) memory.invalidate(`merchant ${n}`, ['product.created']);
  assert.notEqual(memory.of('first').versionOf(['product']), before);
});
