import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePasskey } from '../authenticator.ts';
import type { Caller, Reply } from '../caller.ts';
import { formOf } from '../form.ts';
import { aPng } from '../images.ts';
import { aProduct, aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';

const origin = 'https://till.example';
const app = await createTestApp({
  env: {
    PUBLIC_URL: origin,
    WEBHOOKS_PER_MERCHANT: '3',
    DEVICES_PER_PERSON: '3',
    PICTURES_PER_PRODUCT: '3',
    MERCHANT_HEAVY_WORKS: '10',
    MERCHANT_CONNECTIONS: '10',
  },
});
const many = 10;

const sendConcurrently = (send: (index: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: many }, (_, index) => send(index)));

function assertAccepted(answers: readonly Reply[], most: number): void {
  assert.equal(answers.filter(({ status }) => status === 201).length, most, answers.map(({ text }) => text).join('\n'));
  for (const { status, text } of answers) assert.ok([201, 422].includes(status), text);
}

const rowsAt = async (caller: Caller, path: string): Promise<number> =>
  (await caller.get(`${path}?limit=100`)).body.data.length;

test('ten webhooks created at once do not exceed the quota', async () => {
  const { owner } = await aShop(app);
  assertAccepted(
    await sendConcurrently((index) => owner.post('/webhooks', { url: `http://127.0.0.1:${9_000 + index}/` })),
    3,
  );
  assert.equal(await rowsAt(owner, '/webhooks'), 3);
});

test('ten API keys created at once do not exceed the quota', async () => {
  const { owner } = await aShop(app);
  const create = (name: string) => owner.post('/api-keys', { name, permissions: ['catalogue:read'] });
  for (let index = 0; index < 45; index += 1) assert.equal((await create(`key ${index}`)).status, 201);
  assertAccepted(await sendConcurrently((index) => create(`at once ${index}`)), 5);
});

test('ten passkeys registered at once do not exceed the quota', async () => {
  const { owner } = await aShop(app);
  const prepare = async () => {
    const { body } = await owner.post('/auth/passkeys/options', {});
    return makePasskey(body.data, origin, {}).response;
  };
  for (let index = 0; index < 15; index += 1)
    assert.equal((await owner.post('/auth/passkeys', { name: `Key ${index}`, response: await prepare() })).status, 201);
  const prepared = await Promise.all(Array.from({ length: many }, prepare));
  assertAccepted(
    await sendConcurrently((index) =>
      owner.post('/auth/passkeys', { name: `At once ${index}`, response: prepared[index] }),
    ),
    5,
  );
  assert.equal((await owner.post('/auth/passkeys/options', {})).body.error.code, 'INVALID_STATE');
});

test('ten devices registered at once do not exceed the quota', async () => {
  const { owner } = await aShop(app);
  const answers = await sendConcurrently((index) =>
    owner.post('/auth/register-device', { token: `token-${index}`, platform: 'android' }),
  );
  for (const { status, text } of answers) assert.equal(status, 201, text);
  assert.equal(await rowsAt(owner, '/devices'), 3);
});

test('a device beyond the quota takes the place of the one that was registered first', async () => {
  const { owner } = await aShop(app);
  const register = (name: string) => owner.post('/auth/register-device', { token: name, platform: 'ios', name });
  const names = async () => (await owner.get('/devices')).body.data.map(({ name }: { name: string }) => name).sort();
  app.clock.freeze(app.clock.now());
  for (const name of ['a', 'b', 'c', 'd']) assert.equal((await register(name)).status, 201);
  assert.deepEqual(await names(), ['b', 'c', 'd'], 'at the same moment');
  app.clock.set(app.clock.now());
  app.clock.advance(1);
  assert.equal((await register('b')).status, 200);
  app.clock.advance(1);
  assert.equal((await register('e')).status, 201);
  assert.deepEqual(await names(), ['b', 'd', 'e'], 'registered again is registered last');
});

test('ten pictures of a product uploaded at once do not exceed the quota', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop);
  const { headers, payload } = await formOf(aPng(), { name: 'a.png' });
  const answers = await Promise.all(
    Array.from({ length: many }, () =>
      app.fastify.inject({
        method: 'POST',
        url: `/api/v1/products/${product.id}/images`,
        headers: { ...shop.owner.headers, ...headers },
        payload,
      }),
    ),
  );
  assert.equal(
    answers.filter(({ statusCode }) => statusCode === 201).length,
    3,
    answers.map(({ body: text }) => text).join('\n'),
  );
  assert.equal((await shop.owner.get(`/products/${product.id}`)).body.data.images.length, 3);
});
