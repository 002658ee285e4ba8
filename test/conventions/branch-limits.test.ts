import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Role, roles } from '../../server/src/core/permissions.ts';
import type { Caller } from '../caller.ts';
import { aCustomer, aProduct, aShop, aStaffMember } from '../shop.ts';
import { createTestApp } from '../test-app.ts';

/** The text that the planted fault puts into a response. */
let leaked: string | undefined;

const app = await createTestApp({
  onRoute(route) {
    if (route.url !== '/api/v1/branches' || route.method !== 'GET') return;
    route.onSend = async (_request: unknown, _reply: unknown, payload: unknown) =>
      leaked === undefined ? payload : String(payload).replace('Main branch', leaked);
  },
});
const shop = await aShop(app);
const { owner } = shop;
const harbour_id = (await owner.post('/branches', { name: 'Harbour' })).body.data.id as string;
const harbourWarehouse = (await owner.get(`/warehouses?branch_id=${harbour_id}`)).body.data[0].id as string;

/** Creates a user caller is limited to a branch. */
async function aLimitedUser(role: Role, branch_id: string): Promise<{ caller: Caller; id: string; email: string }> {
  const caller = await aStaffMember(shop, role);
  const { id, email } = (await caller.get('/auth/me')).body.data;
  const changed = await owner.put(`/staff/${id}`, { branch_ids: [branch_id] });
  assert.equal(changed.status, 200, changed.text);
  return { caller, id, email };
}

const product = await aProduct(shop, { stock: 100, category: 'Goods' });
const stocked = { product_id: product.id, warehouse_id: harbourWarehouse, quantity: 100, type: 'addition' };
assert.equal((await owner.post('/inventory/adjustment', stocked)).status, 200);
const customer = await aCustomer(shop);
await owner.put('/merchant', { loyalty_rate: 1 });

async function sell(caller: Caller, extra: object = {}) {
  const items = [{ product_id: product.id, quantity: 2 }];
  const sale = await caller.post('/transactions', {
    items,
    payment_method: 'cash',
    customer_id: customer.id,
    note: 'of this branch',
    ...extra,
  });
  assert.equal(sale.status, 201, sale.text);
  return sale.body.data;
}

/**
 * Creates records at the main branch.
 * @returns their ids, codes and email addresses, which users of Harbour must not read
 */
async function plantCanaries(): Promise<Map<string, string>> {
  const cashier = await aLimitedUser('cashier', shop.branch_id);
  const clerk = await aLimitedUser('stock_clerk', shop.branch_id);
  const sale = await sell(cashier.caller);
  const parked = await sell(cashier.caller, { status: 'pending', payment_method: undefined });
  const refund = await cashier.caller.post(`/transactions/${sale.id}/refund`, {
    items: [{ product_id: product.id, quantity: 1 }],
  });
  assert.equal(refund.status, 201, refund.text);
  const adjusted = await clerk.caller.post('/inventory/adjustment', {
    product_id: product.id,
    quantity: 1,
    type: 'addition',
  });
  assert.equal(adjusted.status, 200, adjusted.text);
  const movements = (await owner.get(`/inventory/movements?warehouse_id=${shop.warehouse_id}&limit=100`)).body.data as {
    id: string;
  }[];
  assert.ok(movements.length >= 4);
  return new Map([
    [sale.id, 'a sale'],
    [sale.transaction_code, 'the code of a sale'],
    [parked.id, 'a parked sale'],
    [parked.transaction_code, 'the code of a parked sale'],
    [sale.payments[0].id, 'a payment'],
    [refund.body.data.id, 'a refund'],
    ...movements.map(({ id }) => [id, 'a stock movement'] as const),
    ...[cashier, clerk].flatMap(({ id, email }) => [
      [id, 'a staff member'] as const,
      [email, 'the email of a staff member'] as const,
    ]),
  ]);
}

const canaries = await plantCanaries();
const own = await sell((await aLimitedUser('cashier', harbour_id)).caller);

/** The values for `:id`: the ids of all records that a limited user may know. */
const ids = [...canaries.keys()].filter((text) => /^[0-9a-f-]{36}$/.test(text));
ids.push(product.id, customer.id, own.id, shop.branch_id, shop.warehouse_id, harbour_id, harbourWarehouse);

const today = app.clock.now().slice(0, 10);
const queries = [
  '',
  'limit=100',
  `limit=100&type=sale&warehouse_id=${shop.warehouse_id}`,
  `limit=100&type=sale&product_id=${product.id}`,
  `branch_id=${shop.branch_id}`,
  `customer_id=${customer.id}`,
  `search=${[...canaries.keys()][1]}`,
  `start_date=${today}&end_date=${today}`,
  `start_date=${today}&end_date=${today}&branch_id=${shop.branch_id}`,
  'format=csv',
];

const paths = app.routes
  .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/v1/') && !url.includes('*'))
  .map(({ url }) => url.replace('/api/v1', ''));

/** All addresses to read for a route. */
const addressesOf = (path: string): string[] =>
  path.includes(':')
    ? ids.flatMap((id) => [`${path.replace(/:\w+/g, id)}?limit=100`])
    : queries.map((query) => `${path}?${query}`);

/**
 * The canaries in the responses to a caller. Only successful responses count, because errors may repeat the address.
 */
async function findCanaries(caller: Caller, only = paths): Promise<string[]> {
  const found = new Set<string>();
  for (const path of only)
    for (const address of addressesOf(path)) {
      const { status, text } = await caller.get(address);
      if (status !== 200) continue;
      for (const [canary, what] of canaries) if (text.includes(canary)) found.add(`GET ${path} shows ${what}`);
    }
  return [...found].sort();
}

const limited = new Map<Role, Caller>();
for (const role of roles) if (role !== 'owner') limited.set(role, (await aLimitedUser(role, harbour_id)).caller);

for (const [role, caller] of limited)
  test(`a ${role} limited to a branch reads no sales, movements or staff of other branches`, async () => {
    assert.deepEqual(await findCanaries(caller), []);
  });

test('the owner reads all branches, and the test notices a planted leak', async () => {
  const found = await findCanaries(owner, [
    '/transactions',
    '/transactions/:id',
    '/inventory/movements',
    '/customers/:id/loyalty/history',
    '/staff',
    '/staff/:id',
  ]);
  for (const what of [
    'GET /transactions shows the code of a sale',
    'GET /transactions/:id shows a refund',
    'GET /inventory/movements shows a stock movement',
    'GET /inventory/movements shows a staff member',
    'GET /customers/:id/loyalty/history shows a sale',
    'GET /staff shows the email of a staff member',
    'GET /staff/:id shows a staff member',
  ])
    assert.ok(found.includes(what), `${what}: ${found.join('; ')}`);
  leaked = [...canaries.keys()][1];
  const viewer = limited.get('viewer') ?? assert.fail();
  assert.deepEqual(await findCanaries(viewer), ['GET /branches shows the code of a sale']);
  leaked = undefined;
});

test('a warehouse of another branch is rejected by field, and an unknown one has no movements', async () => {
  const cashier = limited.get('cashier') ?? assert.fail();
  const refused = await cashier.get(`/inventory/movements?warehouse_id=${shop.warehouse_id}`);
  assert.deepEqual([refused.status, refused.body.error.details[0].field], [403, 'warehouse_id']);
  const unknown = await cashier.get('/inventory/movements?warehouse_id=01900000-0000-7000-8000-000000000000');
  assert.deepEqual([unknown.status, unknown.body.data], [200, []]);
  const own_movements = await cashier.get('/inventory/movements?type=sale');
  assert.deepEqual(
    own_movements.body.data.map(({ reference }: { reference: string }) => reference),
    [own.transaction_code],
  );
  assert.equal(own_movements.body.meta.total, 1);
});

test('a customer’s points ledger adds up, and shows only the points of another branch’s entries', async () => {
  const corrected = await owner.post(`/customers/${customer.id}/loyalty/corrections`, {
    points: 5,
    reason: 'goodwill',
  });
  assert.equal(corrected.status, 201, corrected.text);
  const read = async (caller: Caller) =>
    (await caller.get(`/customers/${customer.id}/loyalty/history?limit=100`)).body.data;
  const [all, seen] = [await read(owner), await read(limited.get('cashier') ?? assert.fail())];
  const balances = (entries: { id: string; points: number; balance: number }[]) =>
    entries.map(({ id, points, balance }) => [id, points, balance]);
  assert.deepEqual(balances(seen), balances(all));
  const visible = seen.map(({ type, transaction_id, refund_id, reason, user_id }: Record<string, string | null>) => ({
    ...{ type, transaction_id, refund_id, reason, is_signed: user_id !== null },
  }));
  const nothing = { transaction_id: null, refund_id: null, reason: null, is_signed: false };
  assert.deepEqual(visible, [
    { ...nothing, type: 'corrected', reason: 'goodwill' },
    { ...nothing, type: 'earned', transaction_id: own.id, is_signed: true },
    { ...nothing, type: 'reversed' },
    { ...nothing, type: 'earned' },
  ]);
  const [manager = assert.fail(), cashier = assert.fail()] = [limited.get('manager'), limited.get('cashier')];
  const own_correction = { points: 1, reason: 'a gift' };
  const { status, text } = await manager.post(`/customers/${customer.id}/loyalty/corrections`, own_correction);
  assert.equal(status, 201, text);
  const { id } = (await manager.get('/auth/me')).body.data;
  const authors = [(await read(manager))[0].user_id, (await read(cashier))[0].user_id];
  assert.deepEqual(authors, [id, null], 'the author of a correction is shown to the author');
});
