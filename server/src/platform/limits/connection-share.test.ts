import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockWebhooks, readShare, untilShare } from '../../../../test/merchant-shares.ts';
import { aProduct, aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';

// On a busy machine a request may wait a long time.
const longWait = { MERCHANT_WAIT_SECONDS: '600' };

test('responds 429 after too long a wait for a connection, and counts it', async () => {
  const timeouts = { connection_ms: 2_000, connecting_ms: 30_000, statement_ms: 120_000, lock_ms: 60_000 };
  const few = await createTestApp({ env: { MERCHANT_CONNECTIONS: '1' }, timeouts });
  const { owner } = await aShop(few);
  const neighbour = await aShop(few);
  const unlock = await lockWebhooks(few);
  const first = owner.get('/webhooks');
  try {
    await untilShare(few, 'under_way', 'connection', 1);
    const late = await owner.get('/webhooks');
    assert.deepEqual(
      [late.status, late.body.error.code, late.headers['retry-after']],
      [429, 'RATE_LIMITED', '2'],
      late.text,
    );
    assert.equal(await readShare(few, 'refused_total', 'connection'), 1);
    assert.equal((await neighbour.owner.get('/customers')).status, 200);
  } finally {
    await unlock();
  }
  assert.equal((await first).status, 200);
});

test('a sale does not wait for the connections of its merchant', async () => {
  const few = await createTestApp({ env: { ...longWait, MERCHANT_CONNECTIONS: '1' } });
  const shop = await aShop(few);
  const sold = await aProduct(shop);
  const sellIt = () =>
    shop.owner.post('/transactions', { items: [{ product_id: sold.id, quantity: 1 }], payment_method: 'cash' });
  assert.equal((await sellIt()).status, 201);
  const unlock = await lockWebhooks(few);
  const reads = [1, 2, 3].map(() => shop.owner.get('/webhooks'));
  try {
    await untilShare(few, 'waiting', 'connection', 2);
    assert.equal((await sellIt()).status, 201);
    assert.equal(await readShare(few, 'waiting', 'connection'), 2);
  } finally {
    await unlock();
  }
  for (const { status } of await Promise.all(reads)) assert.equal(status, 200);
});

test('long reads of a merchant let its other reads run', async () => {
  const slow = await createTestApp({ env: { ...longWait, MERCHANT_CONNECTIONS: '70' } });
  const [shop, other] = [await aShop(slow), await aShop(slow)];
  const unlock = await lockWebhooks(slow);
  const reads = Array.from({ length: 6 }, () => shop.owner.get('/webhooks'));
  try {
    // The other merchant is active, so that short reads of this one are limited.
    await until(async () => {
      assert.equal((await other.owner.get('/customers')).status, 200);
      return (await readShare(slow, 'under_way', 'connection')) === 6;
    });
    assert.equal((await shop.owner.get('/customers')).status, 200);
  } finally {
    await unlock();
  }
  for (const { status } of await Promise.all(reads)) assert.equal(status, 200);
});
