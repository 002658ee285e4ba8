import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { createTestApp, testServer } from '../../test/test-app.ts';
import { leaksIn } from './canaries.ts';
import { withoutFilter } from './isolation-layers.ts';
import { matrix } from './matrix.ts';
import { matchRoutes, slotsOf } from './probes.ts';
import { proveTenants, type SetUp, setUpsAll } from './prove-tenants.ts';

const say = () => undefined;
const app = await createTestApp();

const isCluster = testServer().workers !== undefined;
/** On Citus, a statement without its filter goes to all nodes, or is rejected. */
const setUps: readonly SetUp[] = isCluster ? setUpsAll.filter((setUp) => setUp !== 'without filters') : setUpsAll;
/** The unchanged service, and one without a randomly drawn isolation layer. */
const drawn = [
  'unchanged' as const,
  setUps[1 + Math.floor(Math.random() * (setUps.length - 1))] ?? 'without row security',
];

test('no user reaches another merchant, with both isolation layers and with each alone', () =>
  proveTenants({ seed: 1, size: 400, say, setUps: drawn }));

test(
  'the proof notices one kind of statement without its filter if row security is off',
  {
    skip: isCluster && 'Citus refuses a sale whose statements have no filter',
  },
  () =>
    assert.rejects(
      proveTenants({ seed: 2, size: 200, say, setUps: ['unchanged'], leak: /\bcustomers\b/ }),
      /leak: GET \/api\/v1\/customers/,
    ),
);

test('the proof notices a response that distinguishes another merchant’s record from an unknown one', async () => {
  let turn = 0;
  const alterResponse = (answer: { status: number; body: string; headers: string }) =>
    answer.status === 404 ? { ...answer, body: `${answer.body}${' '.repeat(++turn % 2)}` } : answer;
  await assert.rejects(
    proveTenants({ seed: 3, size: 2_000, say, setUps: ['unchanged'], alterResponse }),
    /another merchant's \w+: [A-Z]+ .*\n {2}got 404/,
  );
});

test('every route has an entry, and a missing one is named', () => {
  assert.ok(matchRoutes(app.routes).length > 90, 'the routes of the service');
  const secret: RouteOptions = { method: 'GET', url: '/api/v1/secrets/:id', handler: () => undefined };
  assert.throws(() => matchRoutes([...app.routes, secret]), /no entry .*: GET \/secrets\/:id/);
  assert.throws(() => matchRoutes(app.routes, { ...matrix, 'GET /gone': {} }), /without a route: GET \/gone/);
});

test('recognises ids in paths by position, and ids in bodies', () => {
  const routes = matchRoutes(app.routes);
  // A passkey cannot be created without an authenticator. `server/src/features/auth/second-factor/passkeys.test.ts` checks
  // that only its user can reach it.
  const withoutRecord = ['PUT /auth/passkeys/:id', 'DELETE /auth/passkeys/:id'];
  assert.deepEqual(
    routes.filter(({ url, entry }) => url.includes('/:id') && entry.about === undefined).map(({ name }) => name),
    withoutRecord,
  );
  const sale = routes.find(({ name }) => name === 'POST /transactions');
  assert.deepEqual(sale && slotsOf(sale).map(({ kind }) => kind), ['product', 'customer', 'branch']);
});

test('removes only the filter from a statement', () => {
  assert.equal(
    withoutFilter(
      'select * from a join b on b.merchant_id = a.merchant_id where a.merchant_id = $1 and "a"."merchant_id" = $2::uuid and a.id = $3',
    ),
    'select * from a join b on b.merchant_id = a.merchant_id where ($1::uuid is not null) and ($2::uuid is not null) and a.id = $3',
  );
  assert.equal(
    withoutFilter('select id from merchants where id = $1 for update'),
    'select id from merchants where ($1::uuid is not null) for update',
  );
  const others = [
    'select home_merchant_id = $1 from users',
    "where data ->> 'merchant_id' = $1",
    'insert into a (merchant_id) values ($1)',
  ];
  for (const text of others) assert.equal(withoutFilter(text), text);
});

test('notices text or an id of another merchant unless the request contained it', () => {
  const id = '01a1ff6f-b3be-7000-95a7-295b330bedd0';
  const canaries = { mark: 'kanarib1', ids: new Set([id]) };
  assert.equal(leaksIn('{"name":"KanariB1 shop"}', canaries, '').length, 1);
  assert.equal(leaksIn(`{"id":"${id}"}`, canaries, '').length, 1);
  assert.equal(leaksIn(`{"id":"${id}"}`, canaries, `/products/${id}`).length, 0);
});
