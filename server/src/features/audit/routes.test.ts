import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../../../test/files.ts';
import { aCustomer, aProduct, aSession, aShop, aStaffMember, type Shop } from '../../../../test/shop.ts';
import { addMember } from '../../../../test/staff.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { until } from '../../../../test/until.ts';
import { maintenanceTasks } from '../../app/app.ts';
import { maintainMerchant } from '../../platform/maintenance/maintenance.ts';
import { deleteOldEntries } from './queries.ts';

const app = await createTestApp();

interface Entry {
  action: string;
  subject_id: string | null;
  subject_name: string | null;
  user_id: string | null;
  user_name: string | null;
  session_id: string | null;
  address: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

async function entriesOf({ owner }: Pick<Shop, 'owner'>, query = ''): Promise<Entry[]> {
  const { status, body, text } = await owner.get(`/audit?limit=100${query}`);
  assert.equal(status, 200, text);
  return body.data;
}

/** The newest entry of an action. */
async function lastOf(shop: Shop, action: string): Promise<Entry> {
  const [entry] = await entriesOf(shop, `&action=${action}`);
  return entry ?? assert.fail(`no ${action}`);
}

const idOf = async (caller: Shop['owner']) => (await caller.get('/auth/me')).body.data.id as string;

test('records the user, the address and the previous values of a change', async () => {
  const shop = await aShop(app);
  const manager = await aStaffMember(shop, 'manager');
  const product = await aProduct(shop, { name: 'Tea', price: 3, cost: 1 });
  await manager.patch(`/products/${product.id}`, { price: 4, name: 'Tea' });
  const changed = await lastOf(shop, 'product.updated');
  assert.deepEqual([changed.before, changed.after], [{ price: 3 }, { price: 4 }]);
  assert.deepEqual([changed.subject_id, changed.subject_name], [product.id, 'Tea']);
  assert.deepEqual([changed.user_id, changed.user_name], [await idOf(manager), 'A manager']);
  assert.equal(changed.address, '127.0.0.1');
  assert.match(changed.session_id ?? '', /^[0-9a-f-]{36}$/);
  await shop.owner.delete(`/products/${product.id}`);
  const deleted = await lastOf(shop, 'product.deleted');
  assert.deepEqual(
    [deleted.before?.name, deleted.before?.price, deleted.before?.cost, deleted.after],
    ['Tea', 4, 1, null],
  );
});

test('records no entry for requests that change nothing, are rejected or are repeated', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop, { name: 'Tea' });
  const before = await entriesOf(shop);
  await shop.owner.patch(`/products/${product.id}`, { name: 'Tea' });
  assert.equal((await shop.owner.patch(`/products/${product.id}`, { price: -1 })).status, 422);
  const repeating = shop.owner.with({ 'idempotency-key': 'once' });
  for (let times = 0; times < 2; times += 1)
    assert.equal((await repeating.post('/customers', { name: 'Ann' })).status, 201);
  assert.deepEqual(
    (await entriesOf(shop)).slice(0, -before.length).map(({ action }) => action),
    ['customer.created'],
  );
});

test('records previous values of roles, settings, places, categories and webhooks', async () => {
  const shop = await aShop(app, { timezone: 'UTC' });
  const cashier = await aStaffMember(shop, 'cashier');
  await shop.owner.put(`/staff/${await idOf(cashier)}`, { role: 'manager' });
  const rights = await lastOf(shop, 'staff.updated');
  assert.deepEqual(
    [rights.before, rights.after, rights.subject_name],
    [{ role: 'cashier' }, { role: 'manager' }, 'A cashier'],
  );
  await shop.owner.patch('/merchant', { tax_rate: 19, tax_mode: 'inclusive' });
  const settings = await lastOf(shop, 'merchant.updated');
  assert.deepEqual(
    [settings.before, settings.after],
    [
      { tax_mode: 'none', tax_rate: 0 },
      { tax_mode: 'inclusive', tax_rate: 19 },
    ],
  );
  await shop.owner.put(`/branches/${shop.branch_id}`, { phone: '123' });
  assert.deepEqual((await lastOf(shop, 'branch.updated')).before, { phone: null });
  const second = (await shop.owner.post('/warehouses', { name: 'Second', branch_id: shop.branch_id })).body.data;
  await shop.owner.put(`/warehouses/${second.id}`, { is_default: true });
  const moved = await entriesOf(shop, '&action=warehouse.updated');
  assert.deepEqual(
    moved.map(({ before, after }) => [before, after]),
    [
      [{ is_default: false }, { is_default: true }],
      [{ is_default: true }, { is_default: false }],
    ],
  );
  await aProduct(shop, { category: 'Drinks' });
  const category = (await shop.owner.get('/categories')).body.data[0];
  await shop.owner.put(`/categories/${category.id}`, { name: 'Beverages' });
  assert.deepEqual((await lastOf(shop, 'category.updated')).before, { name: 'Drinks' });
  await shop.owner.delete(`/categories/${category.id}`);
  const updated = await lastOf(shop, 'product.updated');
  assert.equal(updated.before?.category, 'Beverages');
  const hook = (await shop.owner.post('/webhooks', { url: 'http://127.0.0.1:9/hook' })).body.data;
  await shop.owner.put(`/webhooks/${hook.id}`, { status: 'paused' });
  const paused = await lastOf(shop, 'webhook.updated');
  assert.deepEqual([paused.before?.status, paused.after?.status], ['active', 'paused']);
  await shop.owner.post(`/webhooks/${hook.id}/rotate-secret`);
  await shop.owner.delete(`/webhooks/${hook.id}`);
  const webhookEntries = await entriesOf(shop, '&action=webhook.*');
  assert.deepEqual(
    webhookEntries.map(({ action }) => action),
    ['webhook.deleted', 'webhook.secret_rotated', 'webhook.updated', 'webhook.created'],
  );
  assert.doesNotMatch(JSON.stringify(webhookEntries), /whsec/);
});

test('names the refunded sale by its code, and the API key that was created', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop, { stock: 5 });
  const sold = { items: [{ product_id: product.id, quantity: 2 }], payment_method: 'card' };
  const { id, transaction_code } = (await shop.owner.post('/transactions', sold)).body.data;
  const refund = (await shop.owner.post(`/transactions/${id}/refund`, {})).body.data;
  const refunded = await lastOf(shop, 'sale.refunded');
  assert.deepEqual([refunded.subject_id, refunded.subject_name], [refund.id, transaction_code]);
  await shop.owner.post('/api-keys', { name: 'Online shop', permissions: ['catalogue:read'] });
  assert.equal((await lastOf(shop, 'api_key.created')).subject_name, 'Online shop');
});

test('records fifty lines of a large sale, and their number', async () => {
  const shop = await aShop(app);
  const product = await aProduct(shop, { stock: 100 });
  const items = Array.from({ length: 51 }, () => ({ product_id: product.id, quantity: 1 }));
  const { id } = (await shop.owner.post('/transactions', { items, payment_method: 'card' })).body.data;
  assert.equal((await shop.owner.post(`/transactions/${id}/void`, {})).status, 200);
  const { after } = await lastOf(shop, 'sale.voided');
  const lines = after?.items;
  assert.ok(Array.isArray(lines));
  assert.deepEqual([lines.length, after?.items_total], [50, 51]);
});

test('records sign-ins, failed ones, sign-outs and password changes for the account’s merchants', async () => {
  const shop = await aShop(app);
  const otherShop = await aShop(app);
  const person = { email: 'clerk-of-audit@example.com', password: 'another long password' };
  await addMember(shop.owner, app.anonymous, { ...person, name: 'Clerk', role: 'cashier' });
  const refused = await app.anonymous.post('/auth/login', { ...person, password: 'a wrong password' });
  assert.equal(refused.status, 401);
  await until(async () => (await entriesOf(shop, '&action=session.refused')).length === 1);
  const clerk = await aSession(app, person.email, person.password);
  const id = await idOf(clerk);
  const [started] = await entriesOf(shop, `&action=session.started&user_id=${id}`);
  assert.deepEqual([started?.subject_id, started?.user_id, started?.user_name], [id, id, 'Clerk']);
  const answer = await clerk.post('/auth/change-password', {
    current_password: person.password,
    new_password: 'yet another password',
  });
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await clerk.post('/auth/logout')).status, 200);
  const own = await entriesOf(shop, `&subject_id=${id}&action=session.*,password.changed`);
  assert.deepEqual(
    own.map(({ action }) => action),
    ['session.ended', 'password.changed', 'session.started', 'session.refused'],
  );
  assert.doesNotMatch(JSON.stringify(own), /password"|wrong|another/);
  assert.deepEqual(await entriesOf(otherShop, `&subject_id=${id}`), []);
});

test('records exports of personal data, and keeps no name of an erased customer', async () => {
  const shop = await aShop(app);
  const customer = await aCustomer(shop, { name: 'Zoe Canary', phone: '+4930555' });
  await shop.owner.put(`/customers/${customer.id}`, { name: 'Zoe Canary-Bird' });
  assert.equal((await shop.owner.get(`/customers/${customer.id}/data`)).status, 200);
  assert.equal((await lastOf(shop, 'customer.exported')).subject_id, customer.id);
  assert.deepEqual((await lastOf(shop, 'customer.updated')).before, { name: 'Zoe Canary' });
  assert.equal((await shop.owner.post(`/customers/${customer.id}/erase`)).status, 200);
  const entries = await entriesOf(shop, `&subject_id=${customer.id}`);
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['customer.erased', 'customer.exported', 'customer.updated', 'customer.created'],
  );
  assert.doesNotMatch(JSON.stringify(entries), /Canary|4930555/);
});

test('records the changes of an import with previous values', async () => {
  const shop = await aShop(app);
  await aProduct(shop, { sku: 'TEA', name: 'Tea', price: 3 });
  assert.equal((await load(shop, 'sku,name,price\nTEA,Tea,3.5\nNEW,New,1\n')).status, 200);
  const changed = await lastOf(shop, 'product.updated');
  assert.deepEqual([changed.before, changed.after], [{ price: 3 }, { price: 3.5 }]);
  assert.equal((await lastOf(shop, 'product.created')).after?.sku, 'NEW');
  assert.equal((await lastOf(shop, 'import.done')).after?.imported, 2);
});

test('shows entries to owners, filtered by time, and deletes them after 400 days', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  const shop = await aShop(app, { timezone: 'UTC' });
  const manager = await aStaffMember(shop, 'manager');
  assert.equal((await manager.get('/audit')).status, 403);
  await aCustomer(shop);
  app.clock.set('2026-03-02T12:00:00Z');
  await aProduct(shop);
  const on = async (day: string) =>
    (await entriesOf(shop, `&start_date=${day}&end_date=${day}`)).map(({ action }) => action);
  assert.ok((await on('2026-03-01')).includes('customer.created'));
  assert.deepEqual(await on('2026-03-02'), ['product.created']);
  app.clock.set('2027-04-06T00:00:00Z');
  await maintainMerchant(app.fastify.services, maintenanceTasks, shop.merchant_id);
  app.clock.set('2026-03-02T12:00:01Z');
  assert.deepEqual(
    (await entriesOf(shop)).map(({ action }) => action),
    ['product.created'],
  );
});

test('deletes the entries before a time, and keeps those of it', async () => {
  const shop = await aShop(app);
  await aProduct(shop);
  const [at, later] = ['2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.001Z'];
  await app.admin.query('update audit_entries set created_at = $2 where merchant_id = $1', [shop.merchant_id, at]);
  const left = async (before: string) => {
    await deleteOldEntries(app.database.reader(shop.merchant_id), before);
    return (await shop.owner.get('/audit')).body.meta.total > 0;
  };
  assert.deepEqual([await left(at), await left(later)], [true, false]);
});
