import assert from 'node:assert/strict';
import { newId } from '../server/src/core/ids.ts';
import { type Role, roles } from '../server/src/core/permissions.ts';
import { type Caller, createCaller, type Reply } from '../test/caller.ts';
import { formOf } from '../test/form.ts';
import { addMember, inviteByLink } from '../test/staff.ts';
import type { OpenTestApp } from '../test/test-app.ts';

/** What a merchant has, by what its ids name. */
export type Kind =
  | 'branch'
  | 'warehouse'
  | 'category'
  | 'product'
  | 'customer'
  | 'sale'
  | 'parked'
  | 'staff'
  | 'invitation'
  | 'api_key'
  | 'webhook'
  | 'delivery'
  | 'device'
  | 'session'
  | 'import'
  | 'export';

export interface Person {
  email: string;
  password: string;
  caller: Caller;
  user_id: string;
}

/** A merchant that has something of everything, and every text of it bears its mark. */
export interface World {
  app: OpenTestApp;
  mark: string;
  merchant_id: string;
  owner: Person;
  people: Record<Role, Person>;
  /** One of each; a delivery's is of the webhook beside it. */
  ids: Record<Kind, string>;
  /** Another branch and what lies in it. */
  elsewhere: { branch: string; warehouse: string; sale: string; parked: string; staff: string };
  /** Makes one more. */
  fresh(kind: Kind): Promise<string>;
  /** A text with the mark in it. */
  text(what: string): string;
}

export const password = 'a good long password';

function told({ status, body, text }: Reply, what: string): { id: string; user_id: string } {
  assert.ok(status === 200 || status === 201, `${what}: ${status} ${text}`);
  return body.data ?? body;
}

let made = 0;

/** Signs in, which makes a session. */
export async function signIn(
  app: OpenTestApp,
  { email, password: secret }: Pick<Person, 'email' | 'password'>,
): Promise<Caller> {
  const { status, text, body } = await app.anonymous.post('/auth/login', { email, password: secret });
  assert.equal(status, 200, text);
  return createCaller(app.fastify, { authorization: `Bearer ${body.data.access_token}` });
}

interface Making {
  app: OpenTestApp;
  mark: string;
  owner: Caller;
  text: World['text'];
  /** What is there so far. */
  ids: Partial<Record<Kind, string>>;
}

/** A staff member. */
export async function hire(
  { app, mark, owner, text }: Omit<Making, 'ids'>,
  role: Role,
  more: object = {},
): Promise<Person> {
  const email = `${mark}-${role}-${++made}@example.com`.toLowerCase();
  const body = { email, password, name: text(role), phone: '+49 30 7654321', role, ...more };
  const user_id = await addMember(owner, app.anonymous, body);
  return { email, password, user_id, caller: await signIn(app, { email, password }) };
}

/** How one of each is made, by its owner. */
const makers: Record<Kind, (making: Making) => Promise<string>> = {
  branch: async ({ owner, text }) =>
    told(
      await owner.post('/branches', {
        name: text(`branch ${++made}`),
        address: text('street'),
        phone: `+49 30 1${made}`,
      }),
      'branch',
    ).id,
  warehouse: async ({ owner, text, ids }) =>
    told(await owner.post('/warehouses', { name: text(`warehouse ${++made}`), branch_id: ids.branch }), 'warehouse').id,
  category: async ({ owner, text }) =>
    told(await owner.post('/categories', { name: text(`category ${++made}`) }), 'category').id,
  async product({ owner, text, mark }) {
    const words = {
      description: text('words'),
      category: text('shelf'),
      unit: text('unit'),
      barcode: `${mark}-B${++made}`,
    };
    const figures = { price: 10, cost: 4, stock: 100_000, min_stock: 5 };
    return told(
      await owner.post('/products', { sku: `${mark}-${made}`, name: text(`product ${made}`), ...words, ...figures }),
      'product',
    ).id;
  },
  customer: async ({ owner, text, mark }) =>
    told(
      await owner.post('/customers', {
        name: text('customer'),
        email: `${mark}-c${++made}@example.com`,
        phone: '+49 30 1234567',
        address: text('lane'),
      }),
      'customer',
    ).id,
  sale: (making) => sell(making, { payments: [{ method: 'card', amount: 20, reference: making.text('slip') }] }),
  parked: (making) => sell(making, { status: 'pending' }),
  staff: async (making) => (await hire(making, 'cashier')).user_id,
  invitation: async ({ owner, text, mark }) =>
    (
      await inviteByLink(owner, {
        email: `${mark}-invited-${++made}@example.com`.toLowerCase(),
        name: text('invited'),
        role: 'cashier',
      })
    ).id,
  webhook: async ({ owner, text, mark }) =>
    told(await owner.post('/webhooks', { url: `http://127.0.0.1:9/${mark}`, description: text('hook') }), 'webhook').id,
  delivery: async ({ owner, ids }) => told(await owner.post(`/webhooks/${ids.webhook}/test`), 'delivery').id,
  api_key: async ({ owner, text }) =>
    told(await owner.post('/api-keys', { name: text('key'), permissions: ['catalogue:read'] }), 'API key').id,
  device: async ({ owner, text, mark }) =>
    told(
      await owner.post('/auth/register-device', {
        token: `${mark}:${++made}`,
        platform: 'android',
        name: text('till'),
      }),
      'device',
    ).id,
  async session({ app, owner, ids }) {
    const { body } = await owner.get('/auth/me');
    await signIn(app, { email: body.data.email, password });
    const sessions = (await owner.get('/auth/sessions?limit=100')).body.data as { id: string; is_current: boolean }[];
    const other = sessions.find(({ id, is_current }) => !is_current && id !== ids.session);
    return other?.id ?? assert.fail('a session');
  },
  async import({ app, owner, text, mark }) {
    const rows = [`${mark}-I${++made},${text('imported')},3`, `,${text('no sku')},x`];
    const { headers, payload } = await formOf(`sku,name,price\n${rows.join('\n')}\n`);
    const url = '/api/v1/inventory/import';
    const { statusCode, body } = await app.fastify.inject({
      method: 'POST',
      url,
      headers: { ...owner.headers, ...headers },
      payload,
    });
    assert.equal(statusCode, 200, body);
    return JSON.parse(body).id;
  },
  // Days of its own: an equal one that waits would be joined.
  async export({ owner }) {
    const start_date = new Date(Date.UTC(2020, 0, ++made)).toISOString().slice(0, 10);
    const body = { report_type: 'sales', format: 'csv', start_date, end_date: '2026-12-31' };
    return told(await owner.post('/exports', body), 'export').id;
  },
};

async function sell({ owner, text, ids }: Making, more: object): Promise<string> {
  const sale = {
    items: [{ product_id: ids.product, quantity: 2 }],
    customer_id: ids.customer,
    branch_id: ids.branch,
    note: text('note'),
  };
  return told(await owner.post('/transactions', { ...sale, ...more }), 'sale').id;
}

const inOrder: readonly Kind[] = [
  'branch',
  'warehouse',
  'category',
  'product',
  'customer',
  'sale',
  'parked',
  'staff',
  'invitation',
  'api_key',
  'webhook',
  'delivery',
  'device',
  'session',
  'import',
  'export',
];

/** Registers a merchant and fills its shop. */
export async function openWorld(app: OpenTestApp, mark: string): Promise<World> {
  const email = `${mark}@example.com`.toLowerCase();
  const text = (what: string) => `${mark} ${what}`;
  const person = { email, password, name: text('owner'), phone: '+49 30 111', merchant_name: text('merchant') };
  const { user_id } = told(await app.anonymous.post('/auth/register', person), 'register');
  const caller = await signIn(app, { email, password });
  const owner: Person = { email, password, user_id, caller };
  const { merchant_id } = (await caller.get('/auth/me')).body.data;
  // As long as the shop is empty; it stays queued, since nothing works in the background here. Where a proof takes filters away the shop may not look empty.
  await caller.post('/demo');
  // A branch sells what lies in another's warehouse; that is no matter here.
  told(await caller.patch('/merchant', { allow_negative_stock: true, point_value: 0.01 }), 'merchant');
  const making: Making = { app, mark, owner: caller, text, ids: {} };
  for (const kind of inOrder) making.ids[kind] = await makers[kind](making);
  const ids = making.ids as Record<Kind, string>;
  const { branch, warehouse, product, customer } = ids;
  told(
    await caller.post('/inventory/transfer', {
      product_id: product,
      ...(await betweenPlaces(caller, warehouse)),
      quantity: 50,
      reason: text('moved'),
    }),
    'transfer',
  );
  told(
    await caller.post('/inventory/adjustment', {
      product_id: product,
      warehouse_id: warehouse,
      quantity: 9,
      type: 'addition',
      reason: text('why'),
      reference: text('paper'),
    }),
    'adjustment',
  );
  told(
    await caller.post(`/products/${product}/variants`, {
      sku: `${mark}-V`,
      name: text('variant'),
      price: 11,
      stock: 50,
    }),
    'variant',
  );
  told(
    await caller.post(`/transactions/${ids.sale}/refund`, {
      items: [{ product_id: product, quantity: 1 }],
      reason: text('back'),
    }),
    'refund',
  );
  told(await caller.post(`/customers/${customer}/loyalty/corrections`, { points: 5, reason: text('gift') }), 'points');
  const people: Record<Role, Person> = { owner } as Record<Role, Person>;
  for (const role of roles) if (role !== 'owner') people[role] = await hire(making, role);
  const other: Making = { ...making, ids: { ...ids, branch: await makers.branch(making) } };
  const elsewhere = {
    branch: other.ids.branch ?? newId(),
    warehouse: await makers.warehouse(other),
    sale: await makers.sale(other),
    parked: await makers.parked(other),
    staff: (await hire(making, 'cashier', { branch_ids: [other.ids.branch] })).user_id,
  };
  return {
    app,
    mark,
    merchant_id,
    owner,
    people,
    ids,
    elsewhere,
    text,
    fresh: (kind) => makers[kind]({ ...making, ids: { ...ids, branch } }),
  };
}

/** From the default warehouse into this one. */
async function betweenPlaces(
  owner: Caller,
  to_warehouse: string,
): Promise<{ from_warehouse: string; to_warehouse: string }> {
  const { body } = await owner.get('/warehouses?limit=100');
  const warehouses = body.data as { id: string; is_default: boolean; created_at: string }[];
  // The oldest one has the stock; the list is in the order of names.
  const [first] = warehouses
    .filter(({ id, is_default }) => is_default && id !== to_warehouse)
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  return { from_warehouse: first?.id ?? assert.fail('a warehouse'), to_warehouse };
}
