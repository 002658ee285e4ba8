import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller, Reply } from '../caller.ts';
import { addRecords, done, password } from '../records.ts';
import { aShop } from '../shop.ts';
import { tokenOf } from '../staff.ts';
import { createTestApp } from '../test-app.ts';

/**
 * There are three of each record, at each of two merchants. An operation on one of them may add rows anywhere, but
 * change or delete only rows that name this record. What the service says about the third ones stays the same.
 */
const app = await createTestApp();
const records = await addRecords(await aShop(app), 'here');
await addRecords(await aShop(app), 'elsewhere');
await app.admin.query('update webhook_endpoints set verified_at = created_at');
const { shop, keys, webhooks, branches, warehouses, categories, products, customers, paid, parked } = records;
const { members, invited, devices } = records;
/** Sends ids in upper case, as some clients write them. */
const owner = inUpperCase(shop.owner);
await addToThird();
const [product = '', sale = '', customer = '', webhook = '', warehouse = ''] = [
  ...[products[0], paid[0], customers[0], webhooks[0], warehouses[0]],
];
const [member = assert.fail(), second = assert.fail()] = members;

const { rows: tables } = await app.admin.query<{ name: string }>(
  `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
);

function inUpperCase(caller: Caller): Caller {
  const upper = <Value>(value: Value): Value =>
    value &&
    JSON.parse(JSON.stringify(value).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => id.toUpperCase()));
  return {
    ...caller,
    get: (path) => caller.get(upper(path)),
    post: (path, body) => caller.post(upper(path), upper(body)),
    put: (path, body) => caller.put(upper(path), upper(body)),
    patch: (path, body) => caller.patch(upper(path), upper(body)),
    delete: (path) => caller.delete(upper(path)),
  };
}

/** Gives the third sale, product and customer parts of their own. */
async function addToThird(): Promise<void> {
  const [, , of] = products;
  done(await owner.post(`/products/${of}/variants`, { sku: 'Three-Red', name: 'Red', price: 11, stock: 5 }));
  done(await owner.patch(`/products/${of}`, { price: 12 }));
  done(await owner.post('/inventory/adjustment', { product_id: of, quantity: 1, type: 'addition' }));
  done(await owner.post(`/transactions/${paid[2]}/refund`, { items: [{ product_id: of, quantity: 1 }] }));
  done(await owner.post(`/customers/${customers[2]}/loyalty/corrections`, { points: 1, reason: 'x' }));
}

const idsOfThird: Record<string, string | undefined> = {
  'api-keys': keys[2],
  branches: branches[2],
  customers: customers[2],
  inventory: products[2],
  products: products[2],
  staff: members[2]?.id,
  transactions: paid[2],
  warehouses: warehouses[2],
  webhooks: webhooks[2],
};

const { transaction_code: code } = done(await owner.get(`/transactions/${paid[2]}`));

/** Every address below a third record, and lists filtered by one. */
const aboutThird = [
  ...app.routes.flatMap(({ method, url }) => {
    const [, folder = ''] = /^\/api\/v1\/([a-z-]+)\/:id/.exec(url) ?? [];
    const id = idsOfThird[folder];
    return method === 'GET' && id !== undefined ? [url.replace('/api/v1', '').replace(':id', id)] : [];
  }),
  `/transactions/${parked[2]}`,
  `/transactions?customer_id=${customers[2]}`,
  `/transactions?search=${code}`,
  `/transactions?search=${code.slice(1)}`,
  `/inventory?product_id=${products[2]}`,
  `/inventory?warehouse_id=${warehouses[2]}`,
  `/inventory/movements?product_id=${products[2]}`,
  `/audit?user_id=${members[2]?.id}`,
  `/audit?subject_id=${products[2]}`,
  '/products?category=Three',
  '/products?search=Three',
  '/customers?search=Three',
  '/lookup?code=Three',
  '/inventory/export?format=csv&search=Three',
];

/** What the service says about them. */
async function readAll(caller: Caller): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  for (const address of aboutThird) {
    const { status, text } = await caller.get(address);
    assert.equal(status, 200, `${address}: ${text}`);
    said[address] = text;
  }
  return said;
}

// The receipt that is read first is the original.
await readAll(shop.owner);
const saidBefore = await readAll(shop.owner);

/** All rows, each as a text that begins with its table. */
async function readRows(): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  for (const { name } of tables) {
    const { rows: found } = await app.admin.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    for (const { row } of found) rows.set(`${name} ${row}`, (rows.get(`${name} ${row}`) ?? 0) + 1);
  }
  return rows;
}

/** Totals that belong to the whole merchant, and what a request itself leaves behind. */
const shared = ['event_heads', 'push_merchants', 'sales_rollups', 'sales_rollups_by_method', 'webhook_merchants'];

interface Case {
  title: string;
  /** Ids that a changed row may name. */
  about: (string | undefined)[];
  /** Tables in which other rows of this merchant may change as well. */
  also?: string[];
  send(): Promise<Reply>;
}

const cases: Case[] = [
  { title: 'a key is renamed', about: [keys[0]], send: () => owner.put(`/api-keys/${keys[0]}`, { name: 'New' }) },
  { title: 'a key is revoked', about: [keys[0]], send: () => owner.delete(`/api-keys/${keys[0]}`) },
  {
    title: 'a webhook changes',
    about: [webhook],
    send: () => owner.put(`/webhooks/${webhook}`, { description: 'x', status: 'paused' }),
  },
  { title: 'a webhook gets a secret', about: [webhook], send: () => owner.post(`/webhooks/${webhook}/rotate-secret`) },
  {
    title: 'events are replayed',
    about: [webhook],
    send: () => owner.post(`/webhooks/${webhook}/replay`, { after: 0 }),
  },
  { title: 'a webhook is deleted', about: [webhook], send: () => owner.delete(`/webhooks/${webhook}`) },
  {
    title: 'a branch changes',
    about: [branches[0]],
    send: () => owner.put(`/branches/${branches[0]}`, { name: 'North', phone: '1' }),
  },
  {
    title: 'a warehouse changes',
    about: [warehouse],
    send: () => owner.put(`/warehouses/${warehouse}`, { name: 'Attic' }),
  },
  {
    title: 'a category is renamed',
    about: [categories[0]],
    send: () => owner.put(`/categories/${categories[0]}`, { name: 'Renamed' }),
  },
  { title: 'a category is deleted', about: [categories[0]], send: () => owner.delete(`/categories/${categories[0]}`) },
  {
    title: 'a product changes',
    about: [product],
    send: () => owner.patch(`/products/${product}`, { name: 'Newer', price: 12, stock: 80, barcode: '1' }),
  },
  {
    title: 'products change together',
    about: [product],
    send: () => owner.post('/products/bulk-update', { ids: [product], changes: { price: 13 } }),
  },
  {
    title: 'a variant is added',
    about: [product],
    send: () => owner.post(`/products/${product}/variants`, { sku: 'V', name: 'Blue', price: 3 }),
  },
  {
    title: 'stock is adjusted',
    about: [product],
    send: () => owner.post('/inventory/adjustment', { product_id: product, quantity: 1, type: 'addition' }),
  },
  {
    title: 'stock is transferred',
    about: [product],
    send: () =>
      owner.post('/inventory/transfer', {
        ...{ product_id: product, quantity: 1, from_warehouse: shop.warehouse_id, to_warehouse: warehouses[1] },
      }),
  },
  {
    title: 'a customer changes',
    about: [customer],
    send: () => owner.put(`/customers/${customer}`, { name: 'Carl', email: 'carl@shop.test' }),
  },
  {
    title: 'points are corrected',
    about: [customer],
    send: () => owner.post(`/customers/${customer}/loyalty/corrections`, { points: 1, reason: 'x' }),
  },
  {
    title: 'a sale is refunded',
    about: [sale, product, customer],
    send: () => owner.post(`/transactions/${sale}/refund`, { items: [{ product_id: product, quantity: 1 }] }),
  },
  {
    title: 'a sale is voided',
    about: [paid[1], products[1], customers[1]],
    send: () => owner.post(`/transactions/${paid[1]}/void`, { reason: 'x' }),
  },
  {
    title: 'a parked sale changes',
    about: [parked[0], product],
    send: () => owner.put(`/transactions/${parked[0]}`, { items: [{ product_id: product, quantity: 1 }], note: 'y' }),
  },
  {
    title: 'a parked sale is paid',
    about: [parked[0], product, customer],
    send: () => owner.post(`/transactions/${parked[0]}/complete`, { payment_method: 'cash' }),
  },
  {
    title: 'a customer is erased',
    about: [customer, sale, parked[0]],
    send: () => owner.post(`/customers/${customer}/erase`),
  },
  { title: 'a customer is deleted', about: [customers[1]], send: () => owner.delete(`/customers/${customers[1]}`) },
  { title: 'a product is deleted', about: [product], send: () => owner.delete(`/products/${product}`) },
  {
    title: 'a member changes',
    about: [member.id],
    send: () => owner.put(`/staff/${member.id}`, { name: 'Renamed', role: 'viewer', branch_ids: [branches[0]] }),
  },
  {
    title: 'a reset link is used',
    about: [member.id],
    send: async () => {
      const { reset_link } = done(await owner.post(`/staff/${member.id}/reset-link`));
      return app.anonymous.post('/auth/password/reset', { token: tokenOf(reset_link), password: 'a third password' });
    },
  },
  {
    title: 'a session is refreshed',
    about: [second.id],
    send: () => app.anonymous.post('/auth/refresh', { refresh_token: second.refresh_token }),
  },
  {
    title: 'a password is changed',
    about: [second.id],
    send: () =>
      second.caller.post('/auth/change-password', { current_password: password, new_password: 'a fourth password' }),
  },
  {
    title: 'sessions of a member are ended',
    about: [second.id],
    send: () => owner.post(`/staff/${second.id}/end-sessions`),
  },
  { title: 'a member is deactivated', about: [member.id], send: () => owner.delete(`/staff/${member.id}`) },
  { title: 'a member comes back', about: [member.id], send: () => owner.post(`/staff/${member.id}/reactivate`) },
  {
    title: 'an invitation is sent again',
    about: [invited[0]],
    send: () => owner.post(`/staff/${invited[0]}/invite`, { send: 'link' }),
  },
  { title: 'an invitation is withdrawn', about: [invited[0]], send: () => owner.delete(`/staff/${invited[0]}`) },
  { title: 'a device is removed', about: [devices[0]], send: () => owner.delete(`/devices/${devices[0]}`) },
  {
    title: 'a warehouse becomes the default',
    about: [warehouse],
    also: ['warehouses'],
    send: () => owner.put(`/warehouses/${warehouse}`, { is_default: true }),
  },
];

for (const { title, about, also = [], send } of cases)
  test(`changes no row of another record: ${title}`, async () => {
    const ids = about.map((id) => id ?? assert.fail('a record is missing'));
    const before = await readRows();
    const answer = await send();
    assert.ok(answer.status < 300, answer.text);
    const after = await readRows();
    const gone = [...before].filter(([row, count]) => (after.get(row) ?? 0) < count).map(([row]) => row);
    const isAllowed = (row: string) =>
      ids.some((id) => row.includes(id)) ||
      ([...shared, ...also].includes(row.split(' ')[0] ?? '') && row.includes(shop.merchant_id));
    assert.deepEqual(
      gone.filter((row) => !isAllowed(row)),
      [],
    );
  });

test('says the same about the third records as before', async () => {
  assert.ok(aboutThird.length >= 29, `${aboutThird.length} addresses`);
  const now = await readAll(owner);
  for (const address of aboutThird) assert.equal(now[address], saidBefore[address], address);
});
