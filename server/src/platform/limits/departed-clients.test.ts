import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { readShare } from '../../../../test/merchant-shares.ts';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';

const app = await createTestApp({
  env: { MERCHANT_WAIT_SECONDS: '600', MERCHANT_REQUESTS: '1', MERCHANT_WAITING_REQUESTS: '10' },
});
const { port } = new URL(await app.fastify.listen({ host: '127.0.0.1', port: 0 }));

const countConnections = () =>
  new Promise<number>((resolve, reject) =>
    app.fastify.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
const countWaiting = () => readShare(app, 'waiting', 'request');

test('a request whose client disconnects while it waits for a place is not run', async () => {
  const { owner } = await aShop(app);
  const client = await app.admin.connect();
  await client.query('begin');
  await client.query('lock table webhook_endpoints in access exclusive mode');
  const first = owner.get('/webhooks');
  const sockets = ['left', 'stayed'].map((name) => {
    const body = JSON.stringify({ name });
    const { authorization } = owner.headers;
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/v1/customers HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    return socket;
  });
  try {
    await until(async () => (await countWaiting()) === 2);
    sockets[0]?.destroy();
    await until(async () => (await countConnections()) === 1);
  } finally {
    await client.query('rollback');
    client.release();
  }
  assert.equal((await first).status, 200);
  await until(async () => (await owner.get('/customers')).body.meta.total > 0);
  const { data } = (await owner.get('/customers')).body;
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['stayed'],
  );
  sockets[1]?.destroy();
});
