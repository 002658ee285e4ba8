import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTenantCaches } from './tenant-caches.ts';

test('a version changes only with events of its kinds at its merchant', () => {
  const caches = createTenantCaches();
  const [one, other] = [caches.of('one'), caches.of('other')];
  const states = () => [
    one.versionOf(['product']),
    one.versionOf(['product', 'stock']),
    one.versionOf(['sale']),
    other.versionOf(['product']),
  ];
  const before = states();
  caches.invalidate('one', ['stock.moved', 'stock.low']);
  const [products, goods, sales, otherProducts] = states();
  assert.deepEqual([products, sales, otherProducts], [before[0], before[2], before[3]]);
  assert.notEqual(goods, before[1]);
  caches.invalidate('one', ['product.updated']);
  assert.notEqual(one.versionOf(['product']), products);
  assert.notEqual(one.versionOf(['product', 'stock']), goods);
});

test('a merchant whose last change was dropped counts as changed', () => {
  const caches = createTenantCaches();
  caches.invalidate('first', ['product.created']);
  const before = caches.of('first').versionOf(['product']);
  for (let n = 0; n < 10_000; n += 1) caches.invalidate(`merchant ${n}`, ['product.created']);
  const dropped = caches.of('first').versionOf(['product']);
  assert.notEqual(dropped, before);
  // The changes of all merchants were dropped together, so there is room for others.
  caches.invalidate('another', ['product.created']);
  assert.equal(caches.of('first').versionOf(['product']), dropped);
});
