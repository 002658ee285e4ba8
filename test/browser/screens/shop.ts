import assert from 'node:assert/strict';
import type { Reply } from '../../caller.ts';
import { load } from '../../files.ts';
import { aCustomer, aProduct, aSession, aShop, aWarehouse } from '../../shop.ts';
import { addMember, inviteByLink } from '../../staff.ts';
import type { TestApp } from '../../test-app.ts';

export const owner = { email: 'owner1@example.com', password: 'correct horse battery' };
export const cashier = { email: 'cass@example.com', password: 'another long password' };
export const manager = { email: 'mia@example.com', password: 'another long password' };
export const clerk = { email: 'clara@example.com', password: 'another long password' };
export const viewer = { email: 'vic@example.com', password: 'another long password' };

/** The last moment of the shop's history, at which its pages are opened: Thursday, 10:30 in New York. */
export const now = '2026-03-12T14:30:00.000Z';

/** The ids of the records whose pages are opened. */
export interface ScreenShop {
  products: { coffee: string; shirt: string; cheese: string };
  sales: { split: string; refunded: string; parked: string; voided: string };
  siti: string;
  webhook: string;
  shifts: { open: string; closed: string };
  closure: string;
  harbour: string;
  store: string;
  cass: string;
}

const done = ({ status, text, body }: Reply) => {
  assert.ok(status === 200 || status === 201, text);
  return body.data ?? body;
};

/** A shop in which each list, badge and hint of the pages has something to show. Its clock is set for each step. */
export async function openScreenShop(app: TestApp): Promise<ScreenShop> {
  const { clock } = app;
  /** Sessions end meanwhile, so the owner signs in again. */
  const at = async (time: string) => {
    clock.freeze(time);
    shop.owner = await aSession(app, owner.email, owner.password);
  };
  const later = () => clock.freeze(new Date(Date.parse(clock.now()) + 60_000).toISOString());
  /** Sends a change one minute after the one before, so that lists by time have one order. */
  const change = async (method: 'post' | 'put', path: string, body?: object) => {
    later();
    return done(await shop.owner[method](path, body));
  };

  clock.freeze('2026-03-02T15:00:00.000Z');
  const shop = await aShop(app, { currency: 'USD', timezone: 'America/New_York' });
  await change('put', '/merchant', {
    name: 'Corner Shop',
    tax_mode: 'inclusive',
    tax_rate: 8.875,
    loyalty_rate: 1,
    point_value: 0.05,
    loyalty_tiers: { silver: 10, gold: 500 },
    allow_custom_items: true,
    cashier_refund_limit: 20,
    max_discount_percent: { cashier: 20, manager: 50 },
    address: '1 Main Street, New York',
    phone: '+1 212 555 0100',
    tax_number: 'NY-123',
    receipt_footer: 'See you soon',
  });
  const store = await aWarehouse(shop, 'Store room');
  const harbour = await change('post', '/branches', { name: 'Harbour', address: '2 Pier', phone: '+1 212 555 0101' });
  const cass = await addMember(shop.owner, app.anonymous, {
    ...cashier,
    name: 'Cass Cashier',
    role: 'cashier',
    branch_id: shop.branch_id,
  });
  later();
  await addMember(shop.owner, app.anonymous, {
    ...manager,
    name: 'Mia Manager',
    role: 'manager',
    phone: '+1 212 555 0102',
  });
  later();
  await addMember(shop.owner, app.anonymous, { ...clerk, name: 'Clara Clerk', role: 'stock_clerk' });
  later();
  await addMember(shop.owner, app.anonymous, {
    ...viewer,
    name: 'Vic Viewer',
    role: 'viewer',
    branch_ids: [harbour.id],
  });
  later();
  await inviteByLink(shop.owner, { email: 'ida@example.com', name: 'Ida Invited', role: 'stock_clerk' });

  const product = async (fields: object) => {
    later();
    return aProduct(shop, { ...fields });
  };
  const coffee = await product({
    name: 'Coffee beans',
    sku: 'COF',
    barcode: '4006381333931',
    price: 8.2,
    cost: 3.15,
    stock: 40,
    min_stock: 5,
    category: 'Groceries',
    unit: 'bag',
    description: 'Dark roast',
  });
  const tea = await product({
    name: 'Green tea',
    sku: 'TEA',
    price: 4.5,
    cost: 1,
    stock: 6,
    min_stock: 10,
    tax_rate: 0,
  });
  const cheese = await product({
    name: 'Cheese',
    sku: 'CHE',
    price: 21.99,
    stock: 3,
    unit: 'kg',
    category: 'Groceries',
  });
  const gift = await product({ name: 'Gift wrapping', sku: 'GIFT', price: 2, track_stock: false, stock: undefined });
  await product({ name: 'Old mug', sku: 'MUG', price: 7, stock: 0, status: 'inactive' });
  const shirt = await product({ name: 'Shirt', sku: 'SHIRT', price: 20, category: 'Clothes' });
  const variants = `/products/${shirt.id}/variants`;
  const red = await change('post', variants, { name: 'Red, M', sku: 'SHIRT-RM', price: 21, stock: 5 });
  await change('post', variants, { name: 'Blue, L', sku: 'SHIRT-BL', price: 22, stock: 0 });
  await change('put', `/products/${coffee.id}`, { name: 'Coffee beans', sku: 'COF', price: 8.5 });

  later();
  const siti = await aCustomer(shop, {
    name: 'Siti Rahma',
    phone: '+6281234567890',
    email: 'siti@example.com',
    address: '3 Elm Street',
  });
  later();
  await aCustomer(shop, { name: 'Bob Regular' });
  const sell = (items: object[], fields: object = {}) =>
    change('post', '/transactions', { items, payment_method: 'cash', ...fields });
  await sell([{ product_id: coffee.id, quantity: 2 }], { amount_tendered: 20 });
  await change('post', '/inventory/adjustment', {
    product_id: tea.id,
    quantity: 4,
    type: 'addition',
    reason: 'Delivery',
    reference: 'D-1',
  });
  await change('post', '/inventory/adjustment', {
    product_id: cheese.id,
    quantity: 1,
    type: 'subtraction',
    reason: 'Mouldy',
  });
  await change('post', '/inventory/transfer', {
    product_id: coffee.id,
    from_warehouse: shop.warehouse_id,
    to_warehouse: store,
    quantity: 7,
    reason: 'Too many here',
  });

  await at('2026-03-11T13:00:00.000Z');
  const refunded = await sell([{ product_id: coffee.id, quantity: 3 }], { customer_id: siti.id });
  await sell([{ product_id: gift.id, quantity: 1 }], { branch_id: harbour.id, payment_method: 'card' });
  await change('post', `/transactions/${refunded.id}/refund`, {
    items: [{ product_id: coffee.id, quantity: 1 }],
    reason: 'Burnt',
  });
  const all = await sell([{ product_id: tea.id, quantity: 1 }]);
  await change('post', `/transactions/${all.id}/refund`, { reason: 'Not wanted' });

  await at('2026-03-12T14:00:00.000Z');
  const split = await sell(
    [
      { product_id: red.id, quantity: 1, discount: { percent: 10 } },
      { product_id: cheese.id, quantity: 1 },
      { name: 'Repair', price: 5, quantity: 1 },
    ],
    {
      payment_method: undefined,
      payments: [
        { method: 'points', amount: 0.5 },
        { method: 'card', amount: 20, reference: 'A-77' },
        { method: 'cash', amount: 25 },
      ],
      customer_id: siti.id,
      discount: 2,
      note: 'Wrap it',
    },
  );
  const parked = await sell([{ product_id: tea.id, quantity: 2 }], {
    status: 'pending',
    payment_method: undefined,
    label: 'Table 4',
  });
  const voided = await sell([{ product_id: tea.id, quantity: 3 }], { status: 'pending', payment_method: undefined });
  await change('post', `/transactions/${voided.id}/void`, { reason: 'Changed their mind' });
  later();
  assert.equal(
    (await load(shop, 'sku,name,price,stock\nFIG,Figs,3,8\n,No SKU,x,1\n', { name: 'figs.csv' })).status,
    200,
  );
  await change('post', `/customers/${siti.id}/loyalty/corrections`, { points: -3, reason: 'Counted twice' });
  const webhook = await change('post', '/webhooks', {
    url: 'http://127.0.0.1:9/hook',
    types: ['sale.completed'],
    description: 'Bookkeeping',
  });
  await change('post', `/webhooks/${webhook.id}/test`);
  await change('post', '/api-keys', { name: 'Till app', permissions: ['catalogue:read', 'sales:write'] });
  await change('post', '/auth/register-device', { token: 'a-phone', platform: 'android', name: 'Phone of Olivia' });
  await change('post', '/exports', {
    report_type: 'sales',
    format: 'csv',
    start_date: '2026-03-01',
    end_date: '2026-03-12',
  });
  const front = await change('post', '/registers', { name: 'Front', branch_id: shop.branch_id, opening_float: 100 });
  await change('post', '/registers', { name: 'Pier', branch_id: harbour.id, blind_count: true, requires_shift: true });
  const closed = await change('post', '/shifts', { register_id: front.id, counted_float: 100, note: 'Early' });
  await sell([{ product_id: coffee.id, quantity: 2 }], { register_id: front.id, amount_tendered: 20 });
  await change('post', `/shifts/${closed.id}/movements`, { type: 'paid_out', amount: 5, reason: 'Windows' });
  await change('post', `/shifts/${closed.id}/count`, { counted: [{ method: 'cash', amount: 110 }] });
  await change('post', `/shifts/${closed.id}/recount`, { counted: [{ method: 'cash', amount: 111.5 }] });
  const closure = await change('post', `/shifts/${closed.id}/close`, { note: 'A quiet day' });
  await change('post', `/closures/${closure.id}/recounts`, {
    counted: [{ method: 'cash', amount: 112 }],
    reason: 'Under the tray',
  });
  const opened = await change('post', '/shifts', { register_id: front.id, counted_float: 80 });
  const movement = await change('post', `/shifts/${opened.id}/movements`, {
    type: 'paid_in',
    amount: 20,
    reason: 'From the bank',
  });
  await change('post', `/shifts/${opened.id}/movements/${movement.id}/void`, { reason: 'Typed twice' });
  clock.freeze(now);
  return {
    products: { coffee: coffee.id, shirt: shirt.id, cheese: cheese.id },
    sales: { split: split.id, refunded: refunded.id, parked: parked.id, voided: voided.id },
    siti: siti.id,
    webhook: webhook.id,
    shifts: { open: opened.id, closed: closed.id },
    closure: closure.id,
    harbour: harbour.id,
    store,
    cass,
  };
}
