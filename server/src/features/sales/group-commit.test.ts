import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aShop, aStaffMember } from '../../../../test/shop.ts';
import { createStatementCount } from '../../../../test/statements.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';

const count = createStatementCount();
const app = await createTestApp(count.watch);
const shop = await aShop(app);
const { owner } = shop;

const aProduct = async (sku: string, stock: number): Promise<string> =>
  (await owner.post('/products', { sku, name: sku, price: 5, stock })).body.data.id;
const plenty = await aProduct('plenty', 1_000_000);

type Body = Record<string, unknown>;
const cash = (product_id: string, extra: Body = {}): Body => ({
  items: [{ product_id, quantity: 1 }],
  payment_method: 'cash',
  ...extra,
});
const sell = (body: Body, key?: string) =>
  owner.post('/transactions', body, key === undefined ? {} : { 'idempotency-key': key });
const stockOf = async (id: string): Promise<number> => (await owner.get(`/products/${id}`)).body.data.stock;
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

/** The number of transactions that wrote these sales. */
async function commitsOf(note: string): Promise<number> {
  const { rows } = await app.admin.query<{ commits: number }>(
    'select count(distinct xmin::text)::int as commits from sales where note = $1',
    [note],
  );
  return rows[0]?.commits ?? 0;
}

test('concurrent sales share commits, up to a limit per commit', async () => {
  const note = 'all at once';
  const answers = await Promise.all(Array.from({ length: 90 }, () => sell(cash(plenty, { note }))));
  assert.deepEqual(new Set(statusesOf(answers)), new Set([201]));
  assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 90);
  const commits = await commitsOf(note);
  assert.ok(commits >= 3 && commits < 45, `${commits} commits`);
});

test('a rejected sale does not affect others in its commit', async () => {
  const rare = await aProduct('rare', 3);
  const bodies = [
    ...Array.from({ length: 8 }, () => cash(rare)),
    cash(newId()),
    cash(plenty, { customer_id: newId() }),
    { items: [{ product_id: plenty, quantity: 1 }], payment_method: 'cash', payments: [{ method: 'cash', amount: 5 }] },
    ...Array.from({ length: 8 }, () => cash(plenty)),
  ];
  const before = await stockOf(plenty);
  const answers = await Promise.all(bodies.map((body) => sell(body)));
  const rareStatuses = statusesOf(answers.slice(0, 8));
  assert.equal(rareStatuses.filter((status) => status === 201).length, 3);
  assert.equal(rareStatuses.filter((status) => status === 422).length, 5);
  assert.deepEqual(statusesOf(answers.slice(8, 11)), [422, 422, 422]);
  assert.deepEqual(new Set(statusesOf(answers.slice(11))), new Set([201]));
  assert.equal(await stockOf(rare), 0);
  assert.equal(await stockOf(plenty), before - 8);
});

test('a rejected sale writes nothing, whichever sales share its commit', async () => {
  const otherBranch = (await owner.post('/branches', { name: 'Elsewhere' })).body.data.id as string;
  const rowsOf = async () =>
    (await app.admin.query('select count(*)::int as rows from stock_levels')).rows[0].rows as number;
  const before = await rowsOf();
  // The product has no stock level in this branch, and never had one.
  const bodies = [
    cash(plenty),
    ...Array.from({ length: 3 }, () => cash(plenty, { branch_id: otherBranch })),
    cash(plenty),
  ];
  const answers = await Promise.all(bodies.map((body) => sell(body)));
  assert.deepEqual(statusesOf(answers), [201, 422, 422, 422, 201]);
  assert.equal(await rowsOf(), before);
  await owner.put('/merchant', { allow_negative_stock: true });
  assert.equal((await sell(cash(plenty, { branch_id: otherBranch }))).status, 201);
  assert.equal(await rowsOf(), before + 1);
  // With negative stock, sales create missing levels. One that has too few points is rejected after that.
  await owner.put('/merchant', { loyalty_rate: 1, point_value: 1 });
  const customer_id = (await aCustomer(shop)).id as string;
  const fresh = await aProduct('fresh', 0);
  const pointsSale = { branch_id: otherBranch, customer_id, payment_method: 'points' };
  const start = await rowsOf();
  const mixed = [cash(plenty), cash(fresh, pointsSale), cash(plenty), cash(fresh, pointsSale), cash(plenty)];
  assert.deepEqual(statusesOf(await Promise.all(mixed.map((body) => sell(body)))), [201, 422, 201, 422, 201]);
  assert.equal(await rowsOf(), start);
  await owner.put('/merchant', { allow_negative_stock: false });
});

test('concurrent requests with one key create one sale, and a different request with that key is rejected', async () => {
  // The first sale is running, so all following ones wait for the next transaction.
  const first = sell(cash(plenty));
  const repeats = Array.from({ length: 6 }, () => sell(cash(plenty, { note: 'repeats' }), 'repeats'));
  const conflicting = sell(cash(plenty, { note: 'conflicting' }), 'repeats');
  const answers = await Promise.all([first, ...repeats]);
  assert.deepEqual(new Set(statusesOf(answers)), new Set([201]));
  assert.equal(new Set(answers.slice(1).map(({ body }) => body.data.id)).size, 1);
  assert.equal(answers.slice(1).filter(({ headers }) => headers['idempotent-replayed'] === 'true').length, 5);
  assert.equal((await conflicting).body.error.code, 'IDEMPOTENCY_CONFLICT');
  assert.equal(await commitsOf('repeats'), 1);
  assert.equal(await commitsOf('conflicting'), 0);
});

test('rejects another cashier’s repeat of a sale, by key and by client id, alone and in a group', async () => {
  const till = await aStaffMember(shop, 'cashier');
  const id = newId();
  const note = 'of the owner';
  const key = { 'idempotency-key': 'of the owner' };
  assert.equal((await owner.post('/transactions', cash(plenty, { id, note }), key)).status, 201);
  const before = await stockOf(plenty);
  for (const [body, headers, field] of [
    [cash(plenty, { id, note }), key, /^(id|Idempotency-Key)$/],
    [cash(plenty, { id, note }), {}, /^id$/],
    [cash(plenty, { id, note }), { 'idempotency-key': 'of my own' }, /^id$/],
  ] as const) {
    const others = Array.from({ length: 9 }, () => sell(cash(plenty)));
    const repeated = await till.post('/transactions', body, headers);
    assert.deepEqual([repeated.status, repeated.body.error.code], [422, 'IDEMPOTENCY_CONFLICT'], repeated.text);
    assert.match(repeated.body.error.details[0].field, field);
    assert.deepEqual(new Set(statusesOf(await Promise.all(others))), new Set([201]));
  }
  assert.equal(await stockOf(plenty), before - 27);
});

test('if two cashiers use the same key at the same time, one sells and the other gets a conflict', async () => {
  const till = await aStaffMember(shop, 'cashier');
  const before = await stockOf(plenty);
  const key = { 'idempotency-key': 'two at once' };
  const answers = await Promise.all(
    [owner, till, owner, till].map((caller) => caller.post('/transactions', cash(plenty), key)),
  );
  assert.deepEqual(statusesOf(answers).sort(), [201, 201, 422, 422]);
  const codes = answers.filter(({ status }) => status === 422).map(({ body }) => body.error.code);
  assert.deepEqual(codes, ['IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_CONFLICT']);
  assert.equal(await stockOf(plenty), before - 1);
});

test('rejects a sale with another total than expected, without effect on others, and stores no response', async () => {
  const before = await stockOf(plenty);
  const bodies = [5.01, 5, 4.99, 5, 5].map((expected_total) => cash(plenty, { expected_total }));
  const answers = await Promise.all(bodies.map((body, index) => sell(body, `expected ${index}`)));
  assert.deepEqual(statusesOf(answers), [422, 201, 422, 201, 201]);
  for (const answer of [answers[0], answers[2]]) {
    assert.equal(answer?.body.error.code, 'VALIDATION_ERROR');
    assert.deepEqual(answer?.body.error.details, [
      { field: 'expected_total', message: 'differs from the total, which is 5' },
    ]);
  }
  assert.equal(await stockOf(plenty), before - 3);
  assert.equal((await sell(cash(plenty, { expected_total: 5 }), 'expected 0')).status, 201);
  const parked = await sell({ items: [{ product_id: plenty, quantity: 1 }], status: 'pending', expected_total: 6 });
  assert.deepEqual([parked.status, parked.body.error.details[0].field], [422, 'expected_total']);
});

test('a database error of one sale rejects only that sale', async () => {
  const id = newId();
  assert.equal((await sell(cash(plenty, { id }))).status, 201);
  // The stored response was deleted, the sale was not.
  await app.admin.query('delete from idempotency_keys where merchant_id = $1', [shop.merchant_id]);
  const before = await stockOf(plenty);
  const others = () => Array.from({ length: 5 }, () => sell(cash(plenty)));
  const [again, ...rest] = await Promise.all([sell(cash(plenty, { id, note: 'another' })), ...others(), ...others()]);
  assert.equal(again?.body.error.code, 'DUPLICATE');
  assert.deepEqual(new Set(statusesOf(rest)), new Set([201]));
  assert.equal(await stockOf(plenty), before - 10);
});

test('merchants share no commit, and do not see each other’s products', async () => {
  const other = await aShop(app);
  const otherProduct = (await other.owner.post('/products', { sku: 'foreign', name: 'Foreign', price: 5, stock: 10 }))
    .body.data.id;
  const answers = await Promise.all([
    sell(cash(plenty)),
    sell(cash(otherProduct)),
    other.owner.post('/transactions', cash(otherProduct)),
    other.owner.post('/transactions', cash(plenty)),
  ]);
  assert.deepEqual(statusesOf(answers), [201, 422, 201, 422]);
});

test('a sale takes three statements, whatever its number of lines', async () => {
  await owner.put('/merchant', { point_value: 0.01, loyalty_rate: 1 });
  const customer_id = (await owner.post('/customers', { name: 'Regular' })).body.data.id as string;
  await owner.post(`/customers/${customer_id}/loyalty/corrections`, { points: 10_000, reason: 'Opening' });
  const products = [];
  for (let number = 0; number < 30; number += 1) products.push(await aProduct(`good ${number}`, 100));
  const items = products.map((product_id) => ({ product_id, quantity: 1 }));
  const payments = [
    { method: 'points', amount: 2 },
    { method: 'cash', amount: 148 },
  ];
  const bodies: Body[] = [cash(plenty), { items, customer_id, payments }, { items, customer_id, status: 'pending' }];
  for (const [number, body] of bodies.entries()) {
    let answered: Awaited<ReturnType<typeof sell>> | undefined;
    const { handler } = await count.during(async () => {
      answered = await sell(body, `counted ${number}`);
    });
    assert.equal(answered?.status, 201, answered?.text ?? '');
    assert.equal(handler.length, 3, handler.join('\n'));
  }
});

test('no response is read or stored for a request without a key, and a repeated request stores none again', async () => {
  const warehouse = (key: Record<string, string>) =>
    owner.post('/warehouses', { name: 'Back', branch_id: shop.branch_id }, key);
  for (const request of [() => sell(cash(plenty)), () => warehouse({})]) {
    const { handler } = await count.during(request);
    assert.ok(handler.length > 0);
    assert.doesNotMatch(handler.join('\n'), /idempotency_keys/);
  }
  const key = { 'idempotency-key': 'repeated' };
  assert.match((await count.during(() => warehouse(key))).handler.join('\n'), /update idempotency_keys/);
  assert.doesNotMatch((await count.during(() => warehouse(key))).handler.join('\n'), /update idempotency_keys/);
});

test('of two sales with the same id in a commit, one is stored and one is rejected', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = newId();
    const answers = await Promise.all([
      sell(cash(plenty)),
      sell(cash(plenty, { id, note: 'one' }), `one ${round}`),
      sell(cash(plenty, { id, note: 'other' }), `other ${round}`),
    ]);
    assert.deepEqual(statusesOf(answers).sort(), [201, 201, 422]);
    assert.equal((await owner.get(`/transactions/${id}`)).status, 200);
  }
});
