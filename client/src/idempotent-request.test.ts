import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../test/test-app.ts';
import { type ClientOptions, createClient, TillhouseError } from './client.ts';

const app = await createTestApp();
const baseUrl = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
let users = 0;

type Intercept = (answer: () => Promise<Response>, tries: number) => Promise<Response>;

/** A shop whose stock changes pass through `intercept`, which may drop or replace the response. */
async function aShopWith(intercept: Intercept, options: Partial<ClientOptions> = {}) {
  const keys: (string | null)[] = [];
  const intercepted: typeof fetch = (input, init) => {
    if (!String(input).endsWith('/inventory/adjustment')) return fetch(input, init);
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return intercept(() => fetch(input, init), keys.length);
  };
  const client = createClient({
    baseUrl,
    fetch: intercepted,
    wait: async () => undefined,
    retry: { tries: 1 },
    ...options,
  });
  const person = { email: `act${++users}@example.com`, password: 'a good long password' };
  await client.register({ body: { ...person, name: 'Tilda' } });
  await client.signIn(person);
  const product = (await client.createProduct({ body: { sku: 'TEA-1', name: 'Tea', price: 4, stock: 10 } })).data;
  const stock = async () => (await client.getProduct({ path: { id: product.id } })).data.stock;
  return { act: client.idempotentRequest<'adjustStock'>(), product_id: product.id, stock, keys };
}

const loseResponse: Intercept = async (answer) => {
  await answer();
  throw new TypeError('the connection was lost');
};
const failWith = (status: number, code: string) =>
  Response.json({ success: false, error: { code, message: code, details: [] } }, { status });
const addition = (product_id: string, quantity: number) => ({
  body: { product_id, quantity, type: 'addition' as const },
});
const isRefused = (code: string) => (error: unknown) => error instanceof TillhouseError && error.code === code;

test('says whether a request is running, and a second press gets its response', async () => {
  const shop = await aShopWith((answer) => answer());
  assert.ok(!shop.act.isSending);
  const both = [1, 2].map((quantity) => shop.act.send('adjustStock', addition(shop.product_id, quantity)));
  assert.ok(shop.act.isSending);
  const [first, second] = await Promise.all(both);
  assert.equal(first, second);
  assert.ok(!shop.act.isSending);
  assert.equal(await shop.stock(), 11);
});

test('a repeated request after a lost response runs once, even if the fields changed', async () => {
  const shop = await aShopWith((answer, tries) => (tries === 1 ? loseResponse(answer, tries) : answer()));
  await assert.rejects(shop.act.send('adjustStock', addition(shop.product_id, 5)), isRefused('NO_ANSWER'));
  assert.ok(shop.act.isUnknown);
  assert.equal(await shop.stock(), 15);
  const { data } = await shop.act.send('adjustStock', addition(shop.product_id, 7));
  assert.equal(data.movement?.quantity, 5);
  assert.equal(await shop.stock(), 15);
  assert.equal(new Set(shop.keys).size, 1);
  assert.ok(!shop.act.isUnknown);
  await shop.act.send('adjustStock', addition(shop.product_id, 1));
  assert.equal(await shop.stock(), 16);
  assert.equal(new Set(shop.keys).size, 2);
});

test('keeps the key after a lost response followed by 429, 403 or a server error', async () => {
  const later: [number, string][] = [
    [429, 'RATE_LIMITED'],
    [403, 'FORBIDDEN'],
    [500, 'INTERNAL_ERROR'],
  ];
  const shop = await aShopWith((answer, tries) => {
    if (tries === 1) return loseResponse(answer, tries);
    const [status, code] = later[tries - 2] ?? [];
    return status === undefined || code === undefined ? answer() : Promise.resolve(failWith(status, code));
  });
  await assert.rejects(shop.act.send('adjustStock', addition(shop.product_id, 5)));
  for (const [, code] of later) {
    await assert.rejects(shop.act.sendAgain(), isRefused(code));
    assert.ok(shop.act.isUnknown, code);
  }
  await shop.act.sendAgain();
  assert.equal(await shop.stock(), 15);
  assert.deepEqual([shop.keys.length, new Set(shop.keys).size], [5, 1]);
});

test('a final rate limit after a lost response leaves the outcome unknown', async () => {
  const shop = await aShopWith(
    (answer, tries) => (tries === 1 ? loseResponse(answer, tries) : Promise.resolve(failWith(429, 'RATE_LIMITED'))),
    {
      retry: { tries: 3 },
    },
  );
  await assert.rejects(shop.act.send('adjustStock', addition(shop.product_id, 5)), (error) => {
    assert.ok(error instanceof TillhouseError);
    assert.deepEqual([error.code, error.outcome], ['RATE_LIMITED', 'unknown']);
    return true;
  });
  assert.ok(shop.act.isUnknown);
});

test('frees the key after a definite rejection, and after a rate limit without a lost response', async () => {
  const shop = await aShopWith((answer, tries) =>
    tries === 2 ? Promise.resolve(failWith(429, 'RATE_LIMITED')) : answer(),
  );
  await assert.rejects(shop.act.send('adjustStock', addition('not an id', 5)), isRefused('VALIDATION_ERROR'));
  assert.ok(!shop.act.isUnknown);
  await assert.rejects(shop.act.send('adjustStock', addition(shop.product_id, 5)), isRefused('RATE_LIMITED'));
  assert.ok(!shop.act.isUnknown);
  await shop.act.send('adjustStock', addition(shop.product_id, 6));
  assert.equal(await shop.stock(), 16);
  assert.equal(new Set(shop.keys).size, 3);
});

test('repeats an aborted call, because the service may have executed it', async () => {
  const ending = new AbortController();
  const shop = await aShopWith(async (answer, tries) => {
    const response = await answer();
    if (tries === 1) ending.abort(new Error('cancelled'));
    return response;
  });
  await assert.rejects(
    shop.act.send('adjustStock', { ...addition(shop.product_id, 5), signal: ending.signal }),
    /cancelled/,
  );
  assert.ok(shop.act.isUnknown);
  await shop.act.send('adjustStock', addition(shop.product_id, 5));
  assert.equal(await shop.stock(), 15);
});

test('sends two concurrent calls once', async () => {
  const shop = await aShopWith((answer) => answer());
  const both = [1, 2].map(() => shop.act.send('adjustStock', addition(shop.product_id, 5)));
  const [first, second] = await Promise.all(both);
  assert.deepEqual(first, second);
  assert.equal(await shop.stock(), 15);
  assert.equal(shop.keys.length, 1);
});
