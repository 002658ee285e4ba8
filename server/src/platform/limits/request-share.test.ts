import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockWebhooks, readShare, untilShare } from '../../../../test/merchant-shares.ts';
import { aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';

// On a busy machine a request may wait a long time.
const longWait = { MERCHANT_WAIT_SECONDS: '600' };
const app = await createTestApp({
  env: { ...longWait, MERCHANT_REQUESTS: '10', MERCHANT_WAITING_REQUESTS: '20', MERCHANT_CONNECTIONS: '3' },
});
const burstShop = await aShop(app);
const other = await aShop(app);
const product = await aProduct(other);

/**
 * Makes the service look up the users of these shops now. They are known for a second, so that the later requests of a
 * burst need no connection for that, of which the merchant has none left.
 */
async function lookUpAgain(...shops: Shop[]): Promise<void> {
  await sleep(1_010);
  for (const { owner } of shops) assert.equal((await owner.get('/webhooks')).status, 200);
}

const sell = (shop: Shop) =>
  shop.owner.post('/transactions', { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' });

const { port } = new URL(await app.fastify.listen({ host: '127.0.0.1', port: 0 }));

/** Sends requests with incomplete bodies, and waits until the service has read their headers. */
async function sendHalfBodies(shop: Shop, count: number, length: number) {
  const head = `POST /api/v1/customers HTTP/1.1\r\nhost: a\r\nauthorization: ${shop.owner.headers.authorization}\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  const state = { ended: 0 };
  const sockets = await Promise.all(
    Array.from({ length: count }, async (): Promise<Socket> => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('close', () => {
        state.ended += 1;
      });
      socket.on('error', () => undefined);
      socket.write(head);
      // The response to the expectation means that the headers were read.
      await once(socket, 'data');
      socket.write('{');
      socket.on('data', () => {
        state.ended += 1;
      });
      return socket;
    }),
  );
  const close = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { state, close };
}

test('slow senders take no slot: requests of the same merchant are answered before them', async () => {
  const slow = await sendHalfBodies(burstShop, 15, 1_000);
  assert.equal((await burstShop.owner.get('/customers')).status, 200);
  assert.equal((await burstShop.owner.post('/customers', { name: 'quick' })).status, 201);
  assert.equal(slow.state.ended, 0);
  assert.equal(await readShare(app, 'under_way', 'request'), 0);
  slow.close();
});

test('few large bodies are received at a time, and they do not delay small ones', async () => {
  const slow = await sendHalfBodies(burstShop, 5, 500_000);
  await untilShare(app, 'waiting', 'large_body', 4);
  assert.equal(await readShare(app, 'under_way', 'large_body'), 1);
  assert.equal((await burstShop.owner.post('/customers', { name: 'small' })).status, 201);
  assert.equal(slow.state.ended, 0);
  slow.close();
  await until(
    async () =>
      (await readShare(app, 'under_way', 'large_body')) + (await readShare(app, 'waiting', 'large_body')) === 0,
  );
  assert.equal(
    (await burstShop.owner.post('/customers', { name: 'large', ignored_field: 'x'.repeat(70_000) })).status,
    201,
  );
});

test('a body is parsed only when the request has its slot', async () => {
  // Fewer requests than connections, because a request may need a connection to look up its session again.
  const testApp = await createTestApp({ env: { ...longWait, MERCHANT_REQUESTS: '4', MERCHANT_CONNECTIONS: '6' } });
  const busyShop = await aShop(testApp);
  const other = await aShop(testApp);
  const unlock = await lockWebhooks(testApp);
  const requests = Array.from({ length: 4 }, () => busyShop.owner.get('/webhooks'));
  let isAnswered = false;
  try {
    await untilShare(testApp, 'under_way', 'request', 4);
    const broken = busyShop.owner.post('/customers', '{').then((answer) => {
      isAnswered = true;
      return answer;
    });
    requests.push(broken);
    await untilShare(testApp, 'waiting', 'request', 1);
    assert.equal((await other.owner.get('/products')).status, 200);
    assert.equal(isAnswered, false);
  } finally {
    await unlock();
  }
  assert.deepEqual(new Set((await Promise.all(requests)).map(({ status }) => status)), new Set([200, 400]));
});

test('a merchant under load uses only its share of requests and connections, and another merchant is served', async () => {
  await lookUpAgain(burstShop);
  const unlock = await lockWebhooks(app);
  const requests = Array.from({ length: 45 }, () => burstShop.owner.get('/webhooks'));
  try {
    await untilShare(app, 'waiting', 'request', 20);
    await untilShare(app, 'under_way', 'connection', 3);
    await untilShare(app, 'refused_total', 'request', 15);
    assert.equal(await readShare(app, 'under_way', 'request'), 10);
    assert.ok((await readShare(app, 'waiting', 'connection')) >= 7);
    assert.equal((await sell(other)).status, 201);
    assert.equal((await other.owner.get('/products')).status, 200);
  } finally {
    await unlock();
  }
  const answers = await Promise.all(requests);
  const refused = answers.filter(({ status }) => status === 429);
  assert.deepEqual([answers.filter(({ status }) => status === 200).length, refused.length], [30, 15]);
  for (const { headers, body } of refused) {
    assert.equal(body.error.code, 'RATE_LIMITED');
    assert.ok(Number(headers['retry-after']) >= 1);
  }
  for (const name of ['under_way', 'waiting'] as const) assert.equal(await readShare(app, name, 'request'), 0);
});

test('several merchants under load do not block a merchant with few requests', async () => {
  // One connection for each of the six merchants, so that some remain for the look-up of sessions.
  const many = await createTestApp({ env: { ...longWait, MERCHANT_CONNECTIONS: '1' } });
  const loadedShops = await Promise.all(Array.from({ length: 6 }, () => aShop(many)));
  const quietShop = await aShop(many);
  await lookUpAgain(...loadedShops);
  const unlock = await lockWebhooks(many);
  const requests = loadedShops.flatMap((shop) => Array.from({ length: 8 }, () => shop.owner.get('/webhooks')));
  let last: ReturnType<typeof quietShop.owner.get>;
  try {
    await until(
      async () =>
        (await readShare(many, 'waiting', 'request')) + (await readShare(many, 'under_way', 'request')) === 6 * 8,
    );
    // The first merchants share 40 requests. Each of the others has its guaranteed four.
    const underWay = await readShare(many, 'under_way', 'request');
    assert.ok(underWay >= 40 && underWay <= 40 + 5 * 4, `${underWay} requests are running`);
    last = quietShop.owner.get('/merchant');
  } finally {
    await unlock();
  }
  assert.equal((await last).status, 200);
  assert.ok((await Promise.all(requests)).every(({ status }) => status !== 429));
});

test('rejects a user who floods the routes of their own account, but not a sale of another merchant', async () => {
  const devices = await createTestApp({ env: { ...longWait, PERSON_REQUESTS: '2', PERSON_WAITING_REQUESTS: '3' } });
  const [flooding, selling] = [await aShop(devices), await aShop(devices)];
  const sold = await aProduct(selling);
  const client = await devices.admin.connect();
  await client.query('begin');
  await client.query('lock table devices in share mode');
  const requests = Array.from({ length: 40 }, (_, at) =>
    flooding.owner.post('/auth/register-device', { token: `t${at}`, platform: 'ios' }),
  );
  try {
    await untilShare(devices, 'refused_total', 'person_request', 35);
    assert.equal(await readShare(devices, 'under_way', 'person_request'), 2);
    const sale = await selling.owner.post('/transactions', {
      items: [{ product_id: sold.id, quantity: 1 }],
      payment_method: 'cash',
    });
    assert.equal(sale.status, 201);
  } finally {
    await client.query('rollback');
    client.release();
  }
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  assert.deepEqual(
    [statuses.filter((status) => status === 201).length, statuses.filter((status) => status === 429).length],
    [5, 35],
  );
});

test('an address that floods a public route waits only in the queue of that route', async () => {
  const open = await createTestApp({ env: { ...longWait, ADDRESS_REQUESTS: '2', ADDRESS_WAITING_REQUESTS: '3' } });
  const shop = await aShop(open);
  const sold = await aProduct(shop);
  const reset = () =>
    open.anonymous.post('/auth/password/reset', { token: 'x'.repeat(43), password: 'a long enough password' });
  const client = await open.admin.connect();
  await client.query('begin');
  await client.query('lock table password_resets in access exclusive mode');
  const resets = Array.from({ length: 40 }, reset);
  try {
    await untilShare(open, 'refused_total', 'address_request', 35);
    assert.equal(await readShare(open, 'under_way', 'address_request'), 2);
    assert.equal((await open.anonymous.get('/auth/options')).status, 200);
    const sale = await shop.owner.post('/transactions', {
      items: [{ product_id: sold.id, quantity: 1 }],
      payment_method: 'cash',
    });
    assert.equal(sale.status, 201);
  } finally {
    await client.query('rollback');
    client.release();
  }
  const statuses = (await Promise.all(resets)).map(({ status }) => status);
  assert.deepEqual(
    [statuses.filter((status) => status === 422).length, statuses.filter((status) => status === 429).length],
    [5, 35],
  );
});
