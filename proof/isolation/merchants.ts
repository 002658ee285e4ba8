import assert from 'node:assert/strict';
import type pg from 'pg';
import { newId } from '../../server/src/core/ids.ts';
import { formOf } from '../../test/form.ts';
import { rightCsv } from './hostile-uploads.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import type { IdSource } from './schema-values.ts';

/** A signed-in user. */
export interface Session {
  email: string;
  access_token: string;
  refresh_token: string;
}

/** A merchant with a catalogue, and with a record for each kind of id in a path. */
export interface Merchant {
  name: string;
  merchant_id: string;
  /** The registered owner first. All of them have the role of an owner. */
  users: Session[];
  products: string[];
  warehouses: [string, string];
  branch: string;
  customer: string;
  sale: string;
  /** With as many lines as the sale. */
  parked: string;
  register: string;
  shift: string;
  closure: string;
  approval: string;
  category: string;
  webhook: string;
  device: string;
  import: string;
}

export const password = 'a good long password';

export interface ApiCall {
  client: HttpClient;
  token?: string;
}

/** Sends a request that must succeed. @returns the `data` of the response, or its body without one */
export async function call(
  { client, token }: ApiCall,
  method: string,
  path: string,
  body?: object | Buffer,
  more = {},
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape of its response.
): Promise<any> {
  const payload = body === undefined || body instanceof Buffer ? body : Buffer.from(JSON.stringify(body));
  const type = body === undefined || body instanceof Buffer ? {} : { 'content-type': 'application/json' };
  const headers = { ...type, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...more };
  const options = { keeps: 16 * 1024 * 1024, timeout_ms: 180_000 };
  const { status, text } = await client.send({ method, path: `/api/v1${path}`, headers, payload }, options);
  assert.ok(status >= 200 && status < 300, `${method} ${path}: ${status} ${text.slice(0, 500)}`);
  const answer = text === '' ? undefined : JSON.parse(text);
  return answer?.data ?? answer;
}

async function signIn(client: HttpClient, email: string): Promise<Session> {
  const { access_token, refresh_token } = await call({ client }, 'POST', '/auth/login', { email, password });
  return { email, access_token, refresh_token };
}

/** Gets new access tokens for all users; they are valid for 15 minutes. */
export async function renewTokens(url: string, merchants: readonly Merchant[]): Promise<void> {
  const client = createHttpClient(url, 0);
  try {
    for (const session of merchants.flatMap(({ users }) => users)) {
      const { refresh_token, email } = session;
      // An attack on the routes that end sessions may have ended this one. A sign-in for each could meet the lock-out.
      const renewed = await call({ client }, 'POST', '/auth/refresh', { refresh_token }).catch(() =>
        signIn(client, email),
      );
      Object.assign(session, renewed);
    }
  } finally {
    client.close();
  }
}

/** Adds more owners to a merchant, directly in the database: this proof does not test invitations. */
async function addOwners(
  admin: pg.Pool,
  { email, merchant_id, count }: { email: string; merchant_id: string; count: number },
): Promise<string[]> {
  const added: string[] = [];
  for (let number = 2; number <= count; number += 1) {
    const [id, own] = [newId(), `${number}-${email}`];
    await admin.query(
      `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', $1::text, 'email', $2::text))).* from users u where email = $3`,
      [id, own, email],
    );
    await admin.query(
      `insert into memberships select (jsonb_populate_record(m, jsonb_build_object('user_id', $1::text))).*
       from memberships m join users u on u.id = m.user_id where m.merchant_id = $2 and u.email = $3`,
      [id, merchant_id, email],
    );
    added.push(own);
  }
  return added;
}

export interface MerchantPlan {
  url: string;
  admin: pg.Pool;
  name: string;
  users: number;
  products: number;
  /** Number of sales with as many lines as possible. Then a thousand products have the longest texts, too. */
  largeSales?: number;
}

/**
 * Records sales with a thousand lines, so that events, audit entries and the data of a customer are as large as
 * possible. @returns one of them, which has refunds of all of its lines, and a parked one
 */
async function addLargeSales(
  as: ApiCall,
  {
    ids,
    customer_id,
    register_id,
    count,
  }: { ids: readonly string[]; customer_id: string; register_id: string; count: number },
): Promise<{ sale: string; parked: string }> {
  const items = ids.slice(0, 1_000).map((product_id) => ({ product_id, quantity: 10 }));
  const cart = { items, customer_id, register_id, note: 'As large as possible' };
  const parked = await call(as, 'POST', '/transactions', { ...cart, status: 'pending' });
  const halves = [items.slice(0, items.length / 2), items];
  for (let at = 0; at < count / 10; at += 1)
    await call(as, 'PUT', `/transactions/${parked.id}`, { items: halves[at % 2], note: `Change ${at}` });
  let sale = '';
  for (let at = 0; at < count; at += 1)
    sale = (await call(as, 'POST', '/transactions', { ...cart, payment_method: 'card' })).id;
  const returned = items.map(({ product_id }) => ({ product_id, quantity: 1 }));
  for (let at = 0; at < 4; at += 1)
    await call(as, 'POST', `/transactions/${sale}/refund`, { items: returned, reason: `Return ${at}` });
  return { sale, parked: parked.id };
}

interface Drawer {
  register: string;
  shift: string;
  closure: string;
}

/** Adds a register with a closed shift, and an open one. */
async function addRegister(as: ApiCall, branch_id: string): Promise<Drawer> {
  const counted = [{ method: 'cash', amount: 10 }];
  const register = await call(as, 'POST', '/registers', { name: 'Counter', branch_id });
  const open = () => call(as, 'POST', '/shifts', { register_id: register.id, counted_float: 10 });
  const { id } = await open();
  await call(as, 'POST', `/shifts/${id}/count`, { counted });
  const closure = await call(as, 'POST', `/shifts/${id}/close`, {});
  return { register: register.id, shift: (await open()).id, closure: closure.id };
}

async function addSmallSales(as: ApiCall, product_id: string): Promise<{ sale: string; parked: string }> {
  const items = [{ product_id, quantity: 2 }];
  const sale = await call(as, 'POST', '/transactions', { items, payment_method: 'cash' });
  const parked = await call(as, 'POST', '/transactions', { items, status: 'pending' });
  return { sale: sale.id, parked: parked.id };
}

/** Registers a merchant and fills its shop. */
export async function openMerchant(plan: MerchantPlan): Promise<Merchant> {
  const { url, admin, name, users, products, largeSales = 0 } = plan;
  const client = createHttpClient(url, 0);
  try {
    const email = `${name}@example.com`;
    await call({ client }, 'POST', '/auth/register', {
      email,
      password,
      name: 'Owner',
      merchant_name: name,
      currency: 'USD',
      timezone: 'UTC',
    });
    const first = await signIn(client, email);
    const as: ApiCall = { client, token: first.access_token };
    const merchant = await call(as, 'PATCH', '/merchant', { allow_negative_stock: true });
    const others = await addOwners(admin, { email, merchant_id: merchant.id, count: users });
    const sessions = [first];
    for (const other of others) sessions.push(await signIn(client, other));
    const form = await formOf(Buffer.from(rightCsv(products, `${name}-`).make(0)));
    const imported = await call(as, 'POST', '/inventory/import', form.payload, form.headers);
    const ids: string[] = [];
    for (let page = 1; ids.length < Math.min(products, 1_000); page += 1)
      ids.push(...(await call(as, 'GET', `/products?limit=100&page=${page}`)).map(({ id }: { id: string }) => id));
    const [warehouse] = await call(as, 'GET', '/warehouses');
    const second = await call(as, 'POST', '/warehouses', { name: 'Cellar', branch_id: warehouse.branch_id });
    const customer = await call(as, 'POST', '/customers', { name: 'Regular', email: `regular-${email}` });
    const [product_id] = ids;
    if (largeSales > 0)
      await admin.query(
        `update products set description = repeat('d', 10000), images = array_fill('https://example.com/' || repeat('x', 1900), array[20]),
           name = left(name || repeat(' aЖ中€ñ', 50), 300)
         where id = any($1)`,
        [ids],
      );
    const drawer = await addRegister(as, warehouse.branch_id);
    const sales =
      largeSales === 0
        ? await addSmallSales(as, product_id ?? '')
        : await addLargeSales(as, { ids, customer_id: customer.id, register_id: drawer.register, count: largeSales });
    const category = await call(as, 'POST', '/categories', { name: 'Hot' });
    const refund = {
      action: 'refund',
      method: 'POST',
      path: `/transactions/${sales.sale}/refund`,
      body: { amount: 1 },
    };
    const approval = await call(as, 'POST', '/approvals', refund);
    const webhook = await call(as, 'POST', '/webhooks', { url: 'http://127.0.0.1:9/hook', types: ['customer.*'] });
    const device = await call(as, 'POST', '/auth/register-device', { token: `${name}-device`, platform: 'android' });
    return {
      name,
      merchant_id: merchant.id,
      users: sessions,
      products: ids,
      warehouses: [warehouse.id, second.id],
      branch: warehouse.branch_id,
      customer: customer.id,
      ...sales,
      ...drawer,
      approval: approval.id,
      category: category.id,
      webhook: webhook.id,
      device: device.id,
      import: imported.id,
    };
  } finally {
    client.close();
  }
}

/** Operations that would remove a record. They get an unknown id, so that later attacks still find the record. */
const destructive = /^(delete|erase|deactivate|void|reactivate|rotate|countShift|closeShift)/;

/** Those of a parked sale, since a completed one rejects them. */
const ofParkedSale = /^(update|complete)Transaction$/;

/** Folders of paths whose records the attacker does not have. */
const unknown = ['api-keys', 'deliveries', 'movements', 'exports', 'passkeys', 'sessions', 'staff'];

/** Chooses ids of a merchant: for a body by the name of the field, for a path by the folder. */
export function idsOf(merchant: Merchant): IdSource {
  const oneOf = (values: readonly string[], at: number) => values[at % values.length] ?? newId();
  const [product_id = newId()] = merchant.products;
  const byFolder: Record<string, string> = {
    branches: merchant.branch,
    categories: merchant.category,
    customers: merchant.customer,
    devices: merchant.device,
    'by-product': product_id,
    imports: merchant.import,
    inventory: product_id,
    products: product_id,
    approvals: merchant.approval,
    registers: merchant.register,
    shifts: merchant.shift,
    closures: merchant.closure,
    journal: merchant.register,
    transactions: merchant.sale,
    warehouses: merchant.warehouses[0],
    webhooks: merchant.webhook,
  };
  return {
    idOf(field, at) {
      if (/^(product_?id|ids)$/i.test(field)) return oneOf(merchant.products, at);
      if (/^from_?warehouse$/i.test(field)) return merchant.warehouses[0];
      if (/^to_?warehouse$/i.test(field)) return merchant.warehouses[1];
      if (/^warehouse_?id$/i.test(field)) return oneOf(merchant.warehouses, at);
      if (/^branch_?ids?$/i.test(field)) return merchant.branch;
      if (/^customer_?id$/i.test(field)) return merchant.customer;
      if (/^register_?id$/i.test(field)) return merchant.register;
      return newId();
    },
    idInPath(operation, folder) {
      if (destructive.test(operation) || unknown.includes(folder)) return newId();
      if (ofParkedSale.test(operation)) return merchant.parked;
      const id = byFolder[folder];
      assert.ok(id !== undefined, `the attacker has no record for ${operation}, in ${folder}`);
      return id;
    },
  };
}
