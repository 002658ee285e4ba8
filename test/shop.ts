import assert from 'node:assert/strict';
import type { OperationContext } from '../server/src/core/actor.ts';
import { newId } from '../server/src/core/ids.ts';
import type { Role } from '../server/src/core/permissions.ts';
import { findMember } from '../server/src/features/merchant/member-queries.ts';
import { type Caller, createCaller } from './caller.ts';
import { addMember } from './staff.ts';
import type { TestApp } from './test-app.ts';

/** A new shop: its owner and the ids of its branch and warehouse. */
export interface Shop {
  app: TestApp;
  merchant_id: string;
  branch_id: string;
  warehouse_id: string;
  owner: Caller;
  owner_id: string;
}

/** The number of people and products that were created in an application. The first owner is owner1. */
const counts = new WeakMap<TestApp, { people: number; products: number }>();

function countsOf(app: TestApp): { people: number; products: number } {
  const found = counts.get(app) ?? { people: 0, products: 0 };
  counts.set(app, found);
  return found;
}

export async function aShop(app: TestApp, options: { currency?: string; timezone?: string } = {}): Promise<Shop> {
  const email = `owner${++countsOf(app).people}@example.com`;
  const password = 'correct horse battery';
  const registered = await app.anonymous.post('/auth/register', { email, password, name: 'Olivia Owner', ...options });
  assert.equal(registered.status, 201, registered.text);
  const owner = await aSession(app, email, password);
  const owner_id = registered.body.data.user_id as string;
  const { rows } = await app.admin.query<{ merchant_id: string; branch_id: string; warehouse_id: string }>(
    `select w.merchant_id, w.branch_id, w.id as warehouse_id from warehouses w join users u on u.home_merchant_id = w.merchant_id where u.id = $1`,
    [owner_id],
  );
  const [ids] = rows;
  assert.ok(ids);
  return { app, owner, owner_id, ...ids };
}

/** Deletes all events, as after their retention time. Needed if a test inserts rows directly: they have no events. */
export async function forgetEvents({ app, merchant_id }: Pick<Shop, 'app' | 'merchant_id'>): Promise<void> {
  await app.admin.query('delete from events where merchant_id = $1', [merchant_id]);
  await app.admin.query(
    'insert into event_heads (merchant_id, sequence) values ($1, 1) on conflict (merchant_id) do update set sequence = event_heads.sequence + 1',
    [merchant_id],
  );
}

/** Another warehouse of the shop's branch. */
export async function aWarehouse(shop: Shop, name: string): Promise<string> {
  const response = await shop.owner.post('/warehouses', { name, branch_id: shop.branch_id });
  assert.equal(response.status, 201, response.text);
  return response.body.data.id;
}

/** The context of an operation that the owner starts now. */
export async function anOperationContext({ app, merchant_id, owner_id }: Shop): Promise<OperationContext> {
  const owner = await findMember(app.database.reader(merchant_id), owner_id);
  assert.ok(owner);
  return { actor: { ...owner, session_id: newId(), address: '127.0.0.1' }, now: app.clock.now() };
}

/** Signs in; the caller then carries the token. */
export async function aSession(app: TestApp, email: string, password: string): Promise<Caller> {
  const response = await app.anonymous.post('/auth/login', { email, password });
  assert.equal(response.status, 200, response.text);
  return createCaller(app.fastify, { authorization: `Bearer ${response.body.data.access_token}` });
}

/** A staff member of the shop. */
export async function aStaffMember(shop: Shop, role: Role, branch_id?: string): Promise<Caller> {
  const email = `${role}${++countsOf(shop.app).people}@example.com`;
  const password = 'another long password';
  await addMember(shop.owner, shop.app.anonymous, { email, password, name: `A ${role}`, role, branch_id });
  const caller = await aSession(shop.app, email, password);
  return caller.with({ 'x-merchant-id': shop.merchant_id });
}

/** A product with stock, priced 10. */
// biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of the data.
export async function aProduct(shop: Shop, fields: Record<string, unknown> = {}): Promise<any> {
  const products = ++countsOf(shop.app).products;
  const response = await shop.owner.post('/products', {
    sku: `SKU-${products}`,
    name: `Product ${products}`,
    price: 10,
    cost: 4,
    stock: 100,
    ...fields,
  });
  assert.equal(response.status, 201, response.text);
  return response.body.data;
}

// biome-ignore lint/suspicious/noExplicitAny: the test asserts the shape of the data.
export async function aCustomer(shop: Shop, fields: Record<string, unknown> = {}): Promise<any> {
  const response = await shop.owner.post('/customers', { name: 'Carla Customer', ...fields });
  assert.equal(response.status, 201, response.text);
  return response.body.data;
}
