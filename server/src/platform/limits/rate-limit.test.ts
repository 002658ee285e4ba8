import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { addressKey, networkKey } from '../../core/network-address.ts';

// The database counts, as with several processes.
const app = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '5' }, isAlone: false });
const unlimited = await createTestApp();
let addresses = 0;
let people = 0;

const anAddress = () => `198.51.100.${++addresses}`;

interface Request {
  method?: 'GET' | 'POST' | 'OPTIONS';
  token?: string;
  payload?: object;
}

async function send(url: string, remoteAddress: string, { method = 'GET', token, payload }: Request = {}) {
  const answer = await app.fastify.inject({
    method,
    url: `/api/v1${url}`,
    remoteAddress,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers };
}

type Sent = Awaited<ReturnType<typeof send>>;
const remaining = ({ headers }: Sent) => Number(headers['x-ratelimit-remaining']);

/** A token of a signed-in user. The sign-in counts for an address that is not used again. */
async function aToken(): Promise<string> {
  const [address, person] = [anAddress(), { email: `limited${++people}@example.com`, password: 'long enough' }];
  assert.equal(
    (await send('/auth/register', address, { method: 'POST', payload: { ...person, name: 'L' } })).status,
    201,
  );
  return (await send('/auth/login', address, { method: 'POST', payload: person })).body.data.access_token;
}

test('serves exactly the limit, and counts down the remaining requests', async () => {
  const token = await aToken();
  for (const remainingRequests of [4, 3, 2, 1, 0]) {
    const answer = await send('/auth/me', anAddress(), { token });
    assert.equal(answer.status, 200);
    assert.equal(remaining(answer), remainingRequests);
  }
  const refused = await send('/auth/me', anAddress(), { token });
  assert.equal(refused.status, 429);
  assert.equal(refused.body.error.code, 'RATE_LIMITED');
  assert.deepEqual(refused.body.error.details, []);
  assert.equal(remaining(refused), 0);
  const retry_after_s = Number(refused.headers['retry-after']);
  assert.ok(retry_after_s >= 1 && retry_after_s <= 61);
});

test('every response has the three headers, with any status', async () => {
  const token = await aToken();
  const address = anAddress();
  const answers = [
    await send('/no/such/address', address),
    await send('/auth/me', address),
    await send('/auth/login', address, { method: 'POST', payload: {} }),
    await send(`/branches/${'x'.repeat(300)}`, address, { token }),
    await send('/branches?limit=0', address, { token }),
    await send('/branches', address, { token }),
    await send('/branches/%zz', address),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 401, 422, 404, 422, 200, 400],
  );
  const now_s = Math.floor(Date.now() / 1_000);
  for (const { headers } of answers) {
    assert.equal(String(headers['x-ratelimit-limit']), '5');
    assert.match(String(headers['x-ratelimit-remaining']), /^[0-4]$/);
    const reset = Number(headers['x-ratelimit-reset']);
    assert.ok(
      Number.isInteger(reset) && reset > now_s && reset <= now_s + 61,
      `resets at ${reset}, now it is ${now_s}`,
    );
  }
});

test('also limits requests with addresses that cannot be decoded', async () => {
  const address = anAddress();
  const statuses: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) statuses.push((await send('/branches/%zz', address)).status);
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429]);
});

test('the reset time does not change during a window', async () => {
  const address = anAddress();
  const [first, second] = [await send('/none', address), await send('/none', address)];
  assert.equal(second.headers['x-ratelimit-reset'], first.headers['x-ratelimit-reset']);
});

test('starts a new window a minute after the first request', async () => {
  const address = anAddress();
  for (let turn = 0; turn < 7; turn += 1) await send('/none', address);
  assert.equal((await send('/none', address)).status, 429);
  await app.admin.query(`update rate_windows set started_at = started_at - interval '60 seconds' where key = $1`, [
    `requests address ${address}`,
  ]);
  const answer = await send('/none', address);
  assert.equal(answer.status, 404);
  assert.equal(remaining(answer), 4);
});

test('ends a window that starts in the future because the clock was set back', async () => {
  const address = anAddress();
  await send('/none', address);
  await app.admin.query(
    `update rate_windows set started_at = started_at + interval '1 hour', hits = 5 where key = $1`,
    [`requests address ${address}`],
  );
  const answer = await send('/none', address);
  assert.equal(answer.status, 404);
  assert.equal(remaining(answer), 4);
});

test('serves exactly five of twenty concurrent requests', async () => {
  const token = await aToken();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('/auth/me', anAddress(), { token })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 5);
  assert.equal(answers.filter(({ status }) => status === 429).length, 15);
});

test('rejects a burst of one user by the user’s own limit, not by the service’s', async () => {
  const burst = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '100' }, isAlone: false });
  const answers = await Promise.all(Array.from({ length: 400 }, () => burst.anonymous.get('/auth/me')));
  const count = (status_code: number) => answers.filter(({ status }) => status === status_code).length;
  assert.deepEqual([count(401), count(429)], [100, 300]);
  for (const { status, headers } of answers)
    if (status === 429)
      assert.ok(
        Number(headers['x-ratelimit-reset']) > Date.now() / 1_000 && String(headers['x-ratelimit-remaining']) === '0',
      );
  assert.equal((await burst.anonymous.get('/auth/me')).status, 429);
});

test('a single process counts in memory, by the same rules and without the database', async () => {
  const alone = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: '5' } });
  const answers = await Promise.all(Array.from({ length: 12 }, () => alone.anonymous.get('/none')));
  const remainingRequests = answers
    .map(({ status, headers }) => `${status} ${headers['x-ratelimit-remaining']}`)
    .toSorted();
  assert.deepEqual(remainingRequests, ['404 0', '404 1', '404 2', '404 3', '404 4', ...Array(7).fill('429 0')]);
  const resets = new Set(answers.map(({ headers }) => headers['x-ratelimit-reset']));
  assert.ok([...resets].every((at) => Number(at) > Date.now() / 1_000 && Number(at) <= Date.now() / 1_000 + 62));
  assert.equal((await alone.admin.query('select from rate_windows')).rowCount, 0);
});

test('counts users separately from each other and from their address, and all sessions of a user together', async () => {
  const address = anAddress();
  const [one, two] = [await aToken(), await aToken()];
  for (let turn = 0; turn < 5; turn += 1) await send('/auth/me', address, { token: one });
  assert.equal((await send('/auth/me', address, { token: one })).status, 429);
  assert.equal((await send('/auth/me', address, { token: two })).status, 200);
  assert.equal(remaining(await send('/none', address)), 4);

  const email = `limited${people}@example.com`;
  const again = await send('/auth/login', anAddress(), { method: 'POST', payload: { email, password: 'long enough' } });
  assert.equal(remaining(await send('/auth/me', address, { token: again.body.data.access_token })), 3);
});

/** Requests with quick responses, because their records do not exist. */
const selling = [
  ['GET', '/lookup?code=none'],
  ['POST', '/transactions'],
  ['POST', '/transactions/quote'],
  ['PUT', '/transactions/none'],
  ['POST', '/transactions/none/complete'],
  ['POST', '/transactions/none/refund'],
  ['POST', '/transactions/none/refund/preview'],
  ['POST', '/transactions/none/void'],
  ['GET', '/transactions/none/receipt'],
  ['POST', '/transactions/none/receipt/send'],
] as const;

for (const { kind, env } of [
  { kind: 'in memory', env: {} },
  { kind: 'by the database', env: { isAlone: false } },
])
  test(`selling has a separate window of exactly the limit, counted ${kind}`, async () => {
    const limit = selling.length;
    const countingApp = await createTestApp({ env: { RATE_LIMIT_PER_MINUTE: String(limit) }, ...env });
    const { owner } = await aShop(countingApp);
    const get = async (method: string, url: string) => {
      const headers = { ...owner.headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) };
      const answer = await countingApp.fastify.inject({
        method: method as 'GET',
        url: `/api/v1${url}`,
        headers,
        ...(method === 'GET' ? {} : { payload: '{}' }),
      });
      return {
        status: answer.statusCode,
        remainingRequests: Number(answer.headers['x-ratelimit-remaining']),
        retry: answer.headers['retry-after'],
      };
    };
    const sold = [];
    for (const [method, url] of selling) sold.push(await get(method, url));
    assert.deepEqual(
      sold.map(({ remainingRequests }) => remainingRequests),
      Array.from({ length: limit }, (_, at) => limit - 1 - at),
    );
    assert.ok(
      sold.every(({ status }) => [200, 404, 422].includes(status)),
      JSON.stringify(sold),
    );
    for (const [method, url] of selling) assert.equal((await get(method, url)).status, 429, url);
    const browsed = [];
    for (let turn = 0; turn < limit; turn += 1)
      browsed.push(await get('GET', turn % 2 === 0 ? '/transactions' : '/products'));
    assert.deepEqual(
      browsed.map(({ status, remainingRequests }) => [status, remainingRequests]),
      Array.from({ length: limit }, (_, at) => [200, limit - 1 - at]),
    );
    const refused = await get('GET', '/products');
    assert.deepEqual([refused.status, Number(refused.retry) >= 1], [429, true]);
  });

test('running list requests up to the limit do not block a sale of the same user, and vice versa', async () => {
  const started: string[] = [];
  const gate = Promise.withResolvers<void>();
  const countingApp = await createTestApp({
    env: { RATE_LIMIT_PER_MINUTE: '3' },
    onRoute(route) {
      if (!['/api/v1/lookup', '/api/v1/branches'].includes(route.url) || route.method !== 'GET') return;
      route.preHandler = [
        ...[route.preHandler ?? []].flat(),
        async (request: { url: string }) => {
          started.push(request.url.includes('lookup') ? 'sale' : 'list');
          await gate.promise;
        },
      ];
    },
  });
  const { owner } = await aShop(countingApp);
  const get = async (url: string) => (await owner.get(url)).status;
  const lists = Array.from({ length: 3 }, () => get('/branches'));
  await until(() => started.length >= 3);
  assert.equal(await get('/products'), 429);
  const sales = Array.from({ length: 3 }, () => get('/lookup?code=none'));
  await until(() => started.length >= 6);
  assert.equal(await get('/lookup?code=none'), 429);
  gate.resolve();
  assert.deepEqual([await Promise.all(lists), await Promise.all(sales)], [Array(3).fill(200), Array(3).fill(200)]);
});

test('counts an invalid token for the address, without a window for selling', async () => {
  const token = await aToken();
  const address = anAddress();
  await send('/lookup?code=none', address, { token: `${token}x` });
  await send('/none', address);
  assert.equal(remaining(await send('/lookup?code=none', address)), 2);
  assert.equal(remaining(await send('/lookup?code=none', anAddress(), { token })), 4);
});

test('counts public and unknown paths, and invalid tokens, for the address', async () => {
  const token = await aToken();
  const address = anAddress();
  await send('/auth/refresh', address, { method: 'POST', payload: { refresh_token: 'x' }, token });
  await send('/none', address, { token });
  await send('/auth/me', address, { token: `${token}x` });
  assert.equal(remaining(await send('/none', address)), 1);
  assert.equal(remaining(await send('/auth/me', address, { token })), 4);
});

test('sends no rate limit headers without a limit', async () => {
  const answer = await unlimited.anonymous.get('/none');
  assert.ok(!Object.keys(answer.headers).some((name) => name.startsWith('x-ratelimit')), answer.text);
});

test('counts no requests outside /api/v1', async () => {
  for (let turn = 0; turn < 7; turn += 1) assert.equal((await app.anonymous.get('//health/live')).status, 200);
});

const places: [address: string, key: string, network: string | undefined][] = [
  ['203.0.113.5', 'address 203.0.113.5', undefined],
  ['::ffff:203.0.113.5', 'address 203.0.113.5', undefined],
  ['2001:db8:1:2:3:4:5:6', 'address 2001:db8:1:2', 'network 2001:db8:1'],
  ['2001:db8:1:2::1', 'address 2001:db8:1:2', 'network 2001:db8:1'],
  ['2001:db8:1:2:3:4:5::', 'address 2001:db8:1:2', 'network 2001:db8:1'],
  ['2001:db8::1', 'address 2001:db8:0:0', 'network 2001:db8:0'],
  ['2001::1:2:3:4:5', 'address 2001:0:0:1', 'network 2001:0:0'],
  ['::1', 'address 0:0:0:0', 'network 0:0:0'],
];
for (const [address, key, network] of places)
  test(`${address} counts as ${key}, in ${network ?? 'no network'}`, () =>
    assert.deepEqual([addressKey(address), networkKey(address)], [key, network]));
