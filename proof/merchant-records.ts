import assert from 'node:assert/strict';
import type { Role } from '../server/src/core/permissions.ts';
import { type Caller, createCaller, type Reply } from '../test/caller.ts';
import { formOf } from '../test/form.ts';
import { addMember, inviteByLink } from '../test/staff.ts';
import type { OpenTestApp } from '../test/test-app.ts';

/** The kinds of records that a merchant has. */
export type Kind =
  | 'branch'
  | 'warehouse'
  | 'category'
  | 'product'
  | 'customer'
  | 'sale'
  | 'parked'
  | 'register'
  | 'shift'
  | 'counting'
  | 'cash_movement'
  | 'closure'
  | 'staff'
  | 'invitation'
  | 'api_key'
  | 'webhook'
  | 'delivery'
  | 'device'
  | 'session'
  | 'import'
  | 'export'
  | 'approval';

export interface Person {
  email: string;
  password: string;
  caller: Caller;
  user_id: string;
}

export interface CreateContext {
  app: OpenTestApp;
  mark: string;
  owner: Caller;
  /** A text that contains the mark. */
  text(what: string): string;
  /** The records created so far. */
  ids: Partial<Record<Kind, string>>;
}

export const password = 'a good long password';

/** The record in a response. @throws AssertionError if it is not a success */
export function created({ status, body, text }: Reply, what: string): { id: string; user_id: string } {
  assert.ok(status === 200 || status === 201, `${what}: ${status} ${text}`);
  return body.data ?? body;
}

let count = 0;

/** Signs in, which creates a session. */
export async function signIn(
  app: OpenTestApp,
  { email, password: secret }: Pick<Person, 'email' | 'password'>,
): Promise<Caller> {
  const { status, text, body } = await app.anonymous.post('/auth/login', { email, password: secret });
  assert.equal(status, 200, text);
  return createCaller(app.fastify, { authorization: `Bearer ${body.data.access_token}` });
}

/** Adds a staff member. */
export async function addStaff(
  { app, mark, owner, text }: Omit<CreateContext, 'ids'>,
  role: Role,
  more: object = {},
): Promise<Person> {
  const email = `${mark}-${role}-${++count}@example.com`.toLowerCase();
  const body = { email, password, name: text(role), phone: '+49 30 7654321', role, ...more };
  const user_id = await addMember(owner, app.anonymous, body);
  return { email, password, user_id, caller: await signIn(app, { email, password }) };
}

const counted = { counted: [{ method: 'cash', amount: 50 }] };

/** Opens a shift of a new register. */
async function openShift(context: CreateContext): Promise<string> {
  const register_id = await creators.register(context);
  const body = { register_id, counted_float: 50, note: context.text('opening') };
  return created(await context.owner.post('/shifts', body), 'shift').id;
}

/** Create a record of each kind, as the owner. */
export const creators: Record<Kind, (context: CreateContext) => Promise<string>> = {
  branch: async ({ owner, text }) =>
    created(
      await owner.post('/branches', {
        name: text(`branch ${++count}`),
        address: text('street'),
        phone: `+49 30 1${count}`,
      }),
      'branch',
    ).id,
  warehouse: async ({ owner, text, ids }) =>
    created(await owner.post('/warehouses', { name: text(`warehouse ${++count}`), branch_id: ids.branch }), 'warehouse')
      .id,
  category: async ({ owner, text }) =>
    created(await owner.post('/categories', { name: text(`category ${++count}`) }), 'category').id,
  async product({ owner, text, mark }) {
    const words = {
      description: text('words'),
      category: text('shelf'),
      unit: text('unit'),
      barcode: `${mark}-B${++count}`,
    };
    const figures = { price: 10, cost: 4, stock: 100_000, min_stock: 5 };
    return created(
      await owner.post('/products', { sku: `${mark}-${count}`, name: text(`product ${count}`), ...words, ...figures }),
      'product',
    ).id;
  },
  customer: async ({ owner, text, mark }) =>
    created(
      await owner.post('/customers', {
        name: text('customer'),
        email: `${mark}-c${++count}@example.com`,
        phone: '+49 30 1234567',
        address: text('lane'),
      }),
      'customer',
    ).id,
  sale: (context) => sell(context, { payments: [{ method: 'card', amount: 20, reference: context.text('slip') }] }),
  parked: (context) => sell(context, { status: 'pending' }),
  register: async ({ owner, text, ids }) =>
    created(await owner.post('/registers', { name: text(`register ${++count}`), branch_id: ids.branch }), 'register')
      .id,
  shift: async (context) => openShift(context),
  async counting(context) {
    const id = await openShift(context);
    created(await context.owner.post(`/shifts/${id}/count`, counted), 'count');
    return id;
  },
  /** In the shift of `ids`. */
  cash_movement: async ({ owner, text, ids }) =>
    created(
      await owner.post(`/shifts/${ids.shift}/movements`, { type: 'paid_in', amount: 1, reason: text('coins') }),
      'cash movement',
    ).id,
  async closure(context) {
    const id = await creators.counting(context);
    return created(await context.owner.post(`/shifts/${id}/close`, { note: context.text('closing') }), 'closure').id;
  },
  staff: async (context) => (await addStaff(context, 'cashier')).user_id,
  invitation: async ({ owner, text, mark }) =>
    (
      await inviteByLink(owner, {
        email: `${mark}-invited-${++count}@example.com`.toLowerCase(),
        name: text('invited'),
        role: 'cashier',
      })
    ).id,
  webhook: async ({ owner, text, mark }) =>
    created(await owner.post('/webhooks', { url: `http://127.0.0.1:9/${mark}`, description: text('hook') }), 'webhook')
      .id,
  delivery: async ({ owner, ids }) => created(await owner.post(`/webhooks/${ids.webhook}/test`), 'delivery').id,
  api_key: async ({ owner, text }) =>
    created(await owner.post('/api-keys', { name: text('key'), permissions: ['catalogue:read'] }), 'API key').id,
  device: async ({ owner, text, mark }) =>
    created(
      await owner.post('/auth/register-device', {
        token: `${mark}:${++count}`,
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
    const rows = [`${mark}-I${++count},${text('imported')},3`, `,${text('no sku')},x`];
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
  // With its own range of days: an export equal to a waiting one would share it.
  async export({ owner }) {
    const start_date = new Date(Date.UTC(2020, 0, ++count)).toISOString().slice(0, 10);
    const body = { report_type: 'sales', format: 'csv', start_date, end_date: '2026-12-31' };
    return created(await owner.post('/exports', body), 'export').id;
  },
  async approval({ owner, ids }) {
    const body = { action: 'refund', method: 'POST', path: `/transactions/${ids.sale}/refund` };
    return created(await owner.post('/approvals', body), 'approval').id;
  },
};

async function sell({ owner, text, ids }: CreateContext, more: object): Promise<string> {
  const sale = {
    items: [{ product_id: ids.product, quantity: 2 }],
    customer_id: ids.customer,
    branch_id: ids.branch,
    note: text('note'),
  };
  return created(await owner.post('/transactions', { ...sale, ...more }), 'sale').id;
}

/** An order in which each kind finds the records that it needs. */
export const creationOrder: readonly Kind[] = [
  'branch',
  'warehouse',
  'category',
  'product',
  'customer',
  'sale',
  'parked',
  'register',
  'shift',
  'counting',
  'cash_movement',
  'closure',
  'staff',
  'invitation',
  'api_key',
  'webhook',
  'delivery',
  'device',
  'session',
  'import',
  'export',
  'approval',
];
