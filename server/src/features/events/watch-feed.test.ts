import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { watchFeed } from './watch-feed.ts';

const app = await createTestApp();
const shop = await aShop(app);

test('has one timer for a merchant, from its first waiter until its last one', (context) => {
  const started = context.mock.method(globalThis, 'setInterval');
  const ended = context.mock.method(globalThis, 'clearInterval');
  const counts = () => [started.mock.callCount(), ended.mock.callCount()];
  const watcher = watchFeed(app.database);
  const [first, second] = [watcher.open(shop.merchant_id), watcher.open(shop.merchant_id)];
  assert.deepEqual(counts(), [1, 0]);
  first.close();
  assert.deepEqual(counts(), [1, 0]);
  second.close();
  assert.deepEqual(counts(), [1, 1]);
  watcher.open(shop.merchant_id).close();
  assert.deepEqual(counts(), [2, 2]);
});

test('wakes all waiters of the merchant for its events, and none of another merchant', async () => {
  const watcher = watchFeed(app.database);
  const other = await aShop(app);
  const woken: string[] = [];
  const ending = new AbortController();
  const opened = await Promise.all(
    [shop, shop, other].map(async ({ merchant_id, owner }) => ({
      merchant_id,
      waiter: watcher.open(merchant_id),
      // Reading the feed numbers the events of the registration.
      after: BigInt((await owner.get('/events?limit=100')).body.meta.next_cursor),
    })),
  );
  const waits = opened.map(({ merchant_id, waiter, after }) =>
    waiter.wait({ after, signal: ending.signal, at_most_ms: 600_000 }).then(() => woken.push(merchant_id)),
  );
  await aCustomer(shop);
  await Promise.all(waits.slice(0, 2));
  assert.deepEqual(woken, [shop.merchant_id, shop.merchant_id]);
  ending.abort();
  await waits[2];
  for (const { waiter } of opened) waiter.close();
});
