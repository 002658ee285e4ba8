import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../caller.ts';
import { runExport } from '../exports.ts';
import { formOf } from '../form.ts';
import { aTill, choosePin, ownerPassword } from '../pins.ts';
import { aShift } from '../registers.ts';
import { aCustomer, aProduct, aShop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { createTestApp } from '../test-app.ts';
import { untilLockWait } from '../waiting.ts';

/**
 * Operations that must not run beside a change of the same record. Each is sent while another transaction holds the
 * record, and has to wait for it. The lock does not conflict with those of foreign keys.
 */
const app = await createTestApp();
const shop = await aShop(app);
const { owner } = shop;
const done = ({ status, text, body }: Reply) => {
  assert.ok(status < 300, text);
  return body.data ?? body;
};

const credentials = { email: 'cass@example.com', password: 'another long password' };
const member = await addMember(owner, app.anonymous, { ...credentials, name: 'Cass', role: 'cashier' });
const session = done(await app.anonymous.post('/auth/login', credentials));
const product = await aProduct(shop, { category: 'Cups' });
const [category] = (await owner.get('/categories')).body.data;
const customer = await aCustomer(shop);
const webhook = done(await owner.post('/webhooks', { url: 'http://127.0.0.1:9/hook' }));
await app.admin.query('update webhook_endpoints set verified_at = created_at');
const branch = done(await owner.post('/branches', { name: 'Harbour' }));
const warehouse = done(await owner.post('/warehouses', { name: 'Store room', branch_id: shop.branch_id }));
const items = [{ product_id: product.id, quantity: 1 }];
const sell = async (fields: object) => done(await owner.post('/transactions', { items, ...fields })).id as string;
const [paid, paidToo] = [await sell({ payment_method: 'cash' }), await sell({ payment_method: 'cash' })];
const [parked, parkedToo] = [await sell({ status: 'pending' }), await sell({ status: 'pending' })];
const { rows: sessions } = await app.admin.query<{ id: string }>(
  'select id from sessions where user_id = $1 order by created_at desc limit 1',
  [member],
);
const start_date = '2026-03-01';
await choosePin(owner, '4821', ownerPassword);
const till = await aTill(owner);
const shift = await aShift(shop);
const counted = [{ method: 'cash', amount: 100 }];
done(await owner.post(`/shifts/${shift.id}/count`, { counted }));
const closure = done(await owner.post(`/shifts/${shift.id}/close`, {}));

async function uploadPicture(): Promise<Reply> {
  const { headers, payload } = await formOf(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
  const url = `/api/v1/products/${product.id}/images`;
  const response = await app.fastify.inject({
    method: 'POST',
    url,
    headers: { ...owner.headers, ...headers },
    payload,
  });
  return { status: response.statusCode, text: response.body, body: response.json(), headers: response.headers };
}

/** A table, and the id of a row or the condition that finds it. */
type Held = readonly [table: string, row: string];
const merchant: Held = ['merchants', shop.merchant_id];
const level = `product_id = '${product.id}' and warehouse_id = '${shop.warehouse_id}'`;

const operations: [title: string, held: Held, send: () => Promise<Reply>][] = [
  ['an API key is created', merchant, () => owner.post('/api-keys', { name: 'Till', permissions: ['stock:read'] })],
  ['a webhook is created', merchant, () => owner.post('/webhooks', { url: 'http://127.0.0.1:9/other' })],
  [
    'an export is requested',
    merchant,
    () => owner.post('/exports', { report_type: 'sales', format: 'csv', start_date, end_date: start_date }),
  ],
  [
    'a queued export begins',
    merchant,
    async () => {
      await runExport(app, shop.merchant_id);
      return owner.get('/exports');
    },
  ],
  ['the accounts of bookkeeping change', merchant, () => owner.put('/accounting/accounts', { paid_in: '4711' })],
  ['a branch is renamed', merchant, () => owner.put(`/branches/${branch.id}`, { name: 'Airport' })],
  ['a warehouse is created', merchant, () => owner.post('/warehouses', { name: 'Cellar', branch_id: branch.id })],
  [
    'a person is invited',
    merchant,
    () => owner.post('/staff', { email: 'ida@example.com', name: 'Ida', role: 'viewer', send: 'link' }),
  ],
  ['a picture is uploaded', merchant, uploadPicture],
  ['the settings change', merchant, () => owner.put('/merchant', { currency: 'USD' })],
  [
    'a device is registered',
    ['users', shop.owner_id],
    () => owner.post('/auth/register-device', { token: 'a-phone', platform: 'android', name: 'Phone' }),
  ],
  [
    'a session is refreshed',
    ['sessions', sessions[0]?.id ?? ''],
    () => app.anonymous.post('/auth/refresh', { refresh_token: session.refresh_token }),
  ],
  [
    'a PIN is entered',
    ['member_pins', `user_id = '${shop.owner_id}'`],
    () => owner.post('/auth/pin', { pin: '4821', merchant_id: shop.merchant_id, device_id: till }),
  ],
  [
    'a closure is recounted',
    ['registers', shift.register_id],
    () => owner.post(`/closures/${closure.id}/recounts`, { counted, reason: 'x' }),
  ],
  ['a product changes', ['products', product.id], () => owner.put(`/products/${product.id}`, { min_stock: 1 })],
  [
    'a variant is added',
    ['products', product.id],
    () => owner.post(`/products/${product.id}/variants`, { sku: 'V', name: 'Blue', price: 3 }),
  ],
  [
    'products change together',
    ['products', product.id],
    () => owner.post('/products/bulk-update', { ids: [product.id], changes: { min_stock: 2 } }),
  ],
  [
    'a product is put by its SKU',
    ['products', product.id],
    () => owner.put(`/inventory/${product.id}`, { minStock: 3 }),
  ],
  [
    'a category is renamed',
    ['categories', category.id],
    () => owner.put(`/categories/${category.id}`, { name: 'Mugs' }),
  ],
  ['a customer changes', ['customers', customer.id], () => owner.put(`/customers/${customer.id}`, { name: 'Carl' })],
  [
    'points are corrected',
    ['customers', customer.id],
    () => owner.post(`/customers/${customer.id}/loyalty/corrections`, { points: 1, reason: 'x' }),
  ],
  [
    'a customer buys',
    ['customers', customer.id],
    () => owner.post('/transactions', { items, payment_method: 'cash', customer_id: customer.id }),
  ],
  ['a sale is refunded', ['sales', paid], () => owner.post(`/transactions/${paid}/refund`, { reason: 'x' })],
  ['a sale is voided', ['sales', paidToo], () => owner.post(`/transactions/${paidToo}/void`, { reason: 'x' })],
  ['a parked sale changes', ['sales', parked], () => owner.put(`/transactions/${parked}`, { note: 'x' })],
  [
    'a parked sale is paid',
    ['sales', parkedToo],
    () => owner.post(`/transactions/${parkedToo}/complete`, { payment_method: 'cash' }),
  ],
  ['a member changes', merchant, () => owner.put(`/staff/${member}`, { role: 'viewer' })],
  ['sessions of a member are ended', merchant, () => owner.post(`/staff/${member}/end-sessions`)],
  [
    'a webhook changes',
    ['webhook_endpoints', webhook.id],
    () => owner.put(`/webhooks/${webhook.id}`, { description: 'x' }),
  ],
  [
    'a webhook gets a new secret',
    ['webhook_endpoints', webhook.id],
    () => owner.post(`/webhooks/${webhook.id}/rotate-secret`),
  ],
  [
    'events are replayed to a webhook',
    ['webhook_endpoints', webhook.id],
    () => owner.post(`/webhooks/${webhook.id}/replay`, { after: 0 }),
  ],
  ['a webhook is deleted', ['webhook_endpoints', webhook.id], () => owner.delete(`/webhooks/${webhook.id}`)],
  [
    'stock is adjusted',
    ['stock_levels', level],
    () => owner.post('/inventory/adjustment', { product_id: product.id, quantity: 1, type: 'addition' }),
  ],
  ['stock is counted', ['stock_levels', level], () => owner.put(`/products/${product.id}`, { stock: 50 })],
  [
    'stock is transferred',
    ['stock_levels', level],
    () =>
      owner.post('/inventory/transfer', {
        product_id: product.id,
        quantity: 1,
        from_warehouse: shop.warehouse_id,
        to_warehouse: warehouse.id,
      }),
  ],
  ['stock is sold', ['stock_levels', level], () => owner.post('/transactions', { items, payment_method: 'cash' })],
  // The last one: the others sell from the warehouse that is the default until then.
  ['a warehouse becomes the default', merchant, () => owner.put(`/warehouses/${warehouse.id}`, { is_default: true })],
];

/** Names the merchant, because Citus locks rows only on the machine of one. */
const merchantOf = (table: string) => {
  if (table === 'users' || table === 'sessions') return '';
  return `${table === 'merchants' ? 'id' : 'merchant_id'} = '${shop.merchant_id}' and `;
};
const conditionOf = ([table, row]: Held) => merchantOf(table) + (row.includes(' ') ? row : `id = '${row}'`);

for (const [title, held, send] of operations) {
  test(`waits for a transaction with a lock on ${held[0]}: ${title}`, async () => {
    const client = await app.admin.connect();
    try {
      await client.query('begin');
      const { rowCount } = await client.query(`select from ${held[0]} where ${conditionOf(held)} for no key update`);
      assert.equal(rowCount, 1);
      const sent = send();
      const early = await Promise.race([untilLockWait(app.admin), sent]);
      assert.equal(early, undefined, `did not wait: ${early?.text}`);
      await client.query('rollback');
      done(await sent);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
}
