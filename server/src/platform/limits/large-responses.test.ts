import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { readShare } from '../../../../test/merchant-shares.ts';
import { aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';

const app = await createTestApp({
  env: { MERCHANT_WAIT_SECONDS: '600', MERCHANT_REQUESTS: '2', MERCHANT_WAITING_REQUESTS: '10' },
});
const { port } = new URL(await app.fastify.listen({ host: '127.0.0.1', port: 0 }));

/** Asks for a list and never reads the response. @returns a function that disconnects */
function askWithoutReading(shop: Shop, limit = 100): () => void {
  const socket = connect(Number(port), '127.0.0.1').pause();
  socket.on('error', () => undefined);
  const { authorization } = shop.owner.headers;
  socket.write(`GET /api/v1/products?limit=${limit} HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\n\r\n`);
  return () => socket.destroy();
}

const untilCounts = (running: number, waiting: number) =>
  until(
    async () =>
      (await readShare(app, 'under_way', 'request')) === running &&
      (await readShare(app, 'waiting', 'request')) === waiting,
  );

test('unread large responses take the places of their own merchant, until the client disconnects', async () => {
  const [greedy, other] = [await aShop(app), await aShop(app)];
  for (let count = 0; count < 100; count += 1) await aProduct(greedy);
  // Together more than the system keeps for a connection.
  await app.admin.query(
    `update products set description = repeat('d', 10000), images = array_fill('https://example.com/' || repeat('x', 1900), array[20])
     where merchant_id = $1`,
    [greedy.merchant_id],
  );
  const disconnect = [askWithoutReading(greedy), askWithoutReading(greedy)];
  await untilCounts(2, 0);
  const waiting = greedy.owner.get('/merchant');
  await untilCounts(2, 1);
  assert.equal((await other.owner.get('/merchant')).status, 200);
  assert.equal(await readShare(app, 'under_way', 'request'), 2);
  assert.equal(await readShare(app, 'waiting', 'request'), 1);
  for (const end of disconnect) end();
  assert.equal((await waiting).status, 200);
  await untilCounts(0, 0);
});

test('unread responses of less than 256 KiB take no place', async () => {
  const shop = await aShop(app);
  for (let count = 0; count < 5; count += 1) await aProduct(shop);
  await app.admin.query(`update products set description = repeat('d', 10000) where merchant_id = $1`, [
    shop.merchant_id,
  ]);
  const disconnect = Array.from({ length: 40 }, () => askWithoutReading(shop, 5));
  // They run one after the other, although together they have more than the system keeps.
  await untilCounts(0, 0);
  for (const end of disconnect) end();
});
