import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestHouse, type TestHouse } from '../../../test/house.ts';
import { aProduct, aShop, type Shop } from '../../../test/shop.ts';
import { until } from '../../../test/until.ts';

// On a machine with other work a request may wait long for its turn.
const patient = { MERCHANT_WAIT_SECONDS: '600' };
const house = await openTestHouse({
  env: { ...patient, MERCHANT_REQUESTS: '10', MERCHANT_WAITING_REQUESTS: '20', MERCHANT_CONNECTIONS: '3' },
});
const greedy = await aShop(house);
const other = await aShop(house);
const product = await aProduct(other);

const figure = async (name: string, of: string, { app } = house): Promise<number> => {
  const { body } = await app.inject('/metrics');
  return Number(new RegExp(`^tillhouse_merchant_share_${name}\\{of="${of}"\\} (\\d+)$`, 'm').exec(body)?.[1]);
};
const sell = (shop: Shop) => shop.owner.post('/transactions', { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' });

/** Until it is given back, whoever lists webhooks waits in the database, with a connection. */
async function lockWebhooks({ admin }: TestHouse): Promise<() => Promise<void>> {
  const client = await admin.connect();
  await client.query('begin');
  await client.query('lock table webhook_endpoints in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test('a merchant at full speed holds its share of requests and connections; another one is served meanwhile', async () => {
  const unlock = await lockWebhooks(house);
  const asked = Array.from({ length: 60 }, () => greedy.owner.get('/webhooks'));
  try {
    await until(async () => (await figure('waiting', 'request')) === 20);
    await until(async () => (await figure('under_way', 'connection')) === 3);
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
  const many = await openTestHouse({ env: patient });
  const crowd = await Promise.all(Array.from({ length: 6 }, () => aShop(many)));
  const quiet = await aShop(many);
  const unlock = await lockWebhooks(many);
  const asked = crowd.flatMap((shop) => Array.from({ length: 60 }, () => shop.owner.get('/webhooks')));
  let last: ReturnType<typeof quiet.owner.get>;
  try {
    await until(async () => (await figure('waiting', 'request', many)) + (await figure('under_way', 'request', many)) === 6 * 60);
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
