import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { aProduct, aShop, type Shop } from '../../../../test/shop.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';

// On a machine with other work a request may wait long for its turn.
const patient = { MERCHANT_WAIT_SECONDS: '600' };
const app = await createTestApp({
  env: { ...patient, MERCHANT_REQUESTS: '10', MERCHANT_WAITING_REQUESTS: '20', MERCHANT_CONNECTIONS: '3' },
});
const greedy = await aShop(app);
const other = await aShop(app);
const product = await aProduct(other);

const figure = async (name: string, of: string, { fastify } = app): Promise<number> => {
  const { body } = await fastify.inject('/metrics');
  return Number(new RegExp(`^tillhouse_merchant_share_${name}\\{of="${of}"\\} (\\d+)$`, 'm').exec(body)?.[1]);
};
/** @throws Error that has all figures of the shares, when this one does not become `wanted` */
async function untilFigure(name: string, of: string, wanted: number, at = app): Promise<void> {
  try {
    await until(async () => (await figure(name, of, at)) === wanted);
  } catch (cause) {
    const { body } = await at.fastify.inject('/metrics');
    const shares = body.split('\n').filter((line) => line.startsWith('tillhouse_merchant_share_'));
    throw new Error(`${name} of ${of} did not become ${wanted}:\n${shares.join('\n')}`, { cause });
  }
}
const sell = (shop: Shop) =>
  shop.owner.post('/transactions', { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' });

/** Until it is given back, whoever lists webhooks waits in the database, with a connection. What was asked before has ended, and is not counted. */
async function lockWebhooks(app: TestApp): Promise<() => Promise<void>> {
  await untilFigure('under_way', 'request', 0, app);
  const client = await app.admin.connect();
  await client.query('begin');
  await client.query('lock table webhook_endpoints in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

const { port } = new URL(await app.fastify.listen({ host: '127.0.0.1', port: 0 }));

/** Sends heads whose bodies never arrive in full, and waits until the service has read them. */
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
      // The answer to the expectation: the head has been read.
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

test('slow senders take no place: requests of the same merchant are answered before any of them', async () => {
  const slow = await sendHalfBodies(greedy, 15, 1_000);
  assert.equal((await greedy.owner.get('/customers')).status, 200);
  assert.equal((await greedy.owner.post('/customers', { name: 'quick' })).status, 201);
  assert.equal(slow.state.ended, 0);
  assert.equal(await figure('under_way', 'request'), 0);
  slow.close();
});

test('large bodies are received a few at a time, and hold up no small ones', async () => {
  const slow = await sendHalfBodies(greedy, 5, 500_000);
  await untilFigure('waiting', 'large_body', 4);
  assert.equal(await figure('under_way', 'large_body'), 1);
  assert.equal((await greedy.owner.post('/customers', { name: 'small' })).status, 201);
  assert.equal(slow.state.ended, 0);
  slow.close();
  await until(async () => (await figure('under_way', 'large_body')) + (await figure('waiting', 'large_body')) === 0);
  assert.equal((await greedy.owner.post('/customers', { name: 'large', left_out: 'x'.repeat(70_000) })).status, 201);
});

test('a body is parsed when the request has its place, not before', async () => {
  // Fewer requests than connections: a request after the first second looks its session up again, and needs a connection for that.
  const roomy = await createTestApp({ env: { ...patient, MERCHANT_REQUESTS: '4', MERCHANT_CONNECTIONS: '6' } });
  const busy = await aShop(roomy);
  const other = await aShop(roomy);
  const unlock = await lockWebhooks(roomy);
  const asked = Array.from({ length: 4 }, () => busy.owner.get('/webhooks'));
  let isAnswered = false;
  try {
    await untilFigure('under_way', 'request', 4, roomy);
    const broken = busy.owner.post('/customers', '{').then((answer) => {
      isAnswered = true;
      return answer;
    });
    asked.push(broken);
    await untilFigure('waiting', 'request', 1, roomy);
    assert.equal((await other.owner.get('/products')).status, 200);
    assert.equal(isAnswered, false);
  } finally {
    await unlock();
  }
  assert.deepEqual(new Set((await Promise.all(asked)).map(({ status }) => status)), new Set([200, 400]));
});

test('a merchant at full speed holds its share of requests and connections; another one is served meanwhile', async () => {
  const unlock = await lockWebhooks(app);
  const asked = Array.from({ length: 60 }, () => greedy.owner.get('/webhooks'));
  try {
    await untilFigure('waiting', 'request', 20);
    await untilFigure('under_way', 'connection', 3);
    assert.equal(await figure('under_way', 'request'), 10);
    assert.ok((await figure('waiting', 'connection')) >= 7);
    assert.equal((await sell(other)).status, 201);
    assert.equal((await other.owner.get('/products')).status, 200);
  } finally {
    await unlock();
  }
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status === 429);
  assert.deepEqual([answers.filter(({ status }) => status === 200).length, refused.length], [30, 30]);
  for (const { headers, body } of refused) {
    assert.equal(body.error.code, 'RATE_LIMITED');
    assert.ok(Number(headers['retry-after']) >= 1);
  }
  assert.equal(await figure('refused_total', 'request'), 30);
  for (const name of ['under_way', 'waiting']) assert.equal(await figure(name, 'request'), 0);
});

test('several merchants at full speed leave room for one that asks little', async () => {
  // One connection for each of the six: some are left to look up sessions.
  const many = await createTestApp({ env: { ...patient, MERCHANT_CONNECTIONS: '1' } });
  const crowd = await Promise.all(Array.from({ length: 6 }, () => aShop(many)));
  const quiet = await aShop(many);
  const unlock = await lockWebhooks(many);
  const asked = crowd.flatMap((shop) => Array.from({ length: 60 }, () => shop.owner.get('/webhooks')));
  let last: ReturnType<typeof quiet.owner.get>;
  try {
    await until(
      async () => (await figure('waiting', 'request', many)) + (await figure('under_way', 'request', many)) === 6 * 60,
    );
    // 40 are shared by those who come first; each of the others has the four that it always may have.
    const underWay = await figure('under_way', 'request', many);
    assert.ok(underWay >= 40 && underWay <= 40 + 5 * 4, `${underWay} requests are under way`);
    last = quiet.owner.get('/merchant');
  } finally {
    await unlock();
  }
  assert.equal((await last).status, 200);
  assert.ok((await Promise.all(asked)).every(({ status }) => status !== 429));
});

test('a wait for the share of connections that is too long is answered 429, and counted', async () => {
  const patience = { connection_ms: 2_000, connecting_ms: 30_000, statement_ms: 120_000, lock_ms: 60_000 };
  const few = await createTestApp({ env: { MERCHANT_CONNECTIONS: '1' }, patience });
  const { owner } = await aShop(few);
  const neighbour = await aShop(few);
  const unlock = await lockWebhooks(few);
  const first = owner.get('/webhooks');
  try {
    await untilFigure('under_way', 'connection', 1, few);
    const late = await owner.get('/webhooks');
    assert.deepEqual(
      [late.status, late.body.error.code, late.headers['retry-after']],
      [429, 'RATE_LIMITED', '2'],
      late.text,
    );
    assert.equal(await figure('refused_total', 'connection', few), 1);
    assert.equal((await neighbour.owner.get('/customers')).status, 200);
  } finally {
    await unlock();
  }
  assert.equal((await first).status, 200);
});

test('a person who floods routes of their own account is refused, and a sale of another merchant is not', async () => {
  const devices = await createTestApp({ env: { ...patient, PERSON_REQUESTS: '2', PERSON_WAITING_REQUESTS: '3' } });
  const [flooding, selling] = [await aShop(devices), await aShop(devices)];
  const sold = await aProduct(selling);
  const client = await devices.admin.connect();
  await client.query('begin');
  await client.query('lock table devices in access exclusive mode');
  const asked = Array.from({ length: 40 }, (_, at) =>
    flooding.owner.post('/auth/register-device', { token: `t${at}`, platform: 'ios' }),
  );
  try {
    await untilFigure('refused_total', 'person_request', 35, devices);
    assert.equal(await figure('under_way', 'person_request', devices), 2);
    const sale = await selling.owner.post('/transactions', {
      items: [{ product_id: sold.id, quantity: 1 }],
      payment_method: 'cash',
    });
    assert.equal(sale.status, 201);
  } finally {
    await client.query('rollback');
    client.release();
  }
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  assert.deepEqual(
    [statuses.filter((status) => status === 201).length, statuses.filter((status) => status === 429).length],
    [5, 35],
  );
});

test('an address that floods a route without sign-in waits in a queue of that route', async () => {
  const open = await createTestApp({ env: { ...patient, ADDRESS_REQUESTS: '2', ADDRESS_WAITING_REQUESTS: '3' } });
  const shop = await aShop(open);
  const sold = await aProduct(shop);
  const reset = () =>
    open.anonymous.post('/auth/password/reset', { token: 'x'.repeat(43), password: 'a long enough password' });
  const client = await open.admin.connect();
  await client.query('begin');
  await client.query('lock table password_resets in access exclusive mode');
  const resets = Array.from({ length: 40 }, reset);
  try {
    await untilFigure('refused_total', 'address_request', 35, open);
    assert.equal(await figure('under_way', 'address_request', open), 2);
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
