import assert from 'node:assert/strict';
import { newId } from '../server/src/core/ids.ts';
import { type Role, roles } from '../server/src/core/permissions.ts';
import type { Caller } from '../test/caller.ts';
import type { OpenTestApp } from '../test/test-app.ts';
import {
  addStaff,
  type CreateContext,
  created,
  creationOrder,
  creators,
  type Kind,
  type Person,
  password,
  signIn,
} from './merchant-records.ts';

/** A merchant with a record of each kind. All of its texts contain its mark. */
export interface MerchantFixture {
  app: OpenTestApp;
  mark: string;
  merchant_id: string;
  owner: Person;
  people: Record<Role, Person>;
  /** The id of one record of each kind. The delivery belongs to the webhook. */
  ids: Record<Kind, string>;
  /** Another branch and its records. */
  otherBranch: Record<
    'branch' | 'warehouse' | 'sale' | 'parked' | 'register' | 'shift' | 'counting' | 'closure' | 'staff',
    string
  >;
  /** Creates one more record. @returns its id */
  create(kind: Kind): Promise<string>;
  /** A text that contains the mark. */
  text(what: string): string;
}

/** Registers a merchant and fills its shop. */
export async function createMerchantFixture(app: OpenTestApp, mark: string): Promise<MerchantFixture> {
  const email = `${mark}@example.com`.toLowerCase();
  const text = (what: string) => `${mark} ${what}`;
  const person = { email, password, name: text('owner'), phone: '+49 30 111', merchant_name: text('merchant') };
  const { user_id } = created(await app.anonymous.post('/auth/register', person), 'register');
  const caller = await signIn(app, { email, password });
  const owner: Person = { email, password, user_id, caller };
  const { merchant_id } = (await caller.get('/auth/me')).body.data;
  // Only an empty shop can load the demo. It stays queued, because no jobs run here. The status is not checked:
  // if a proof removes filters, the shop may not look empty.
  await caller.post('/demo');
  // Negative stock is allowed, because one branch sells products that lie in another branch's warehouse.
  created(await caller.patch('/merchant', { allow_negative_stock: true, point_value: 0.01 }), 'merchant');
  const context: CreateContext = { app, mark, owner: caller, text, ids: {} };
  for (const kind of creationOrder) context.ids[kind] = await creators[kind](context);
  const ids = context.ids as Record<Kind, string>;
  const { branch, warehouse, product, customer } = ids;
  created(
    await caller.post('/inventory/transfer', {
      product_id: product,
      ...(await intoWarehouse(caller, warehouse)),
      quantity: 50,
      reason: text('moved'),
    }),
    'transfer',
  );
  created(
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
  created(
    await caller.post(`/products/${product}/variants`, {
      sku: `${mark}-V`,
      name: text('variant'),
      price: 11,
      stock: 50,
    }),
    'variant',
  );
  created(
    await caller.post(`/transactions/${ids.sale}/refund`, {
      items: [{ product_id: product, quantity: 1 }],
      reason: text('back'),
    }),
    'refund',
  );
  created(
    await caller.post(`/customers/${customer}/loyalty/corrections`, { points: 5, reason: text('gift') }),
    'points',
  );
  const people: Record<Role, Person> = { owner } as Record<Role, Person>;
  for (const role of roles) if (role !== 'owner') people[role] = await addStaff(context, role);
  const other: CreateContext = { ...context, ids: { ...ids, branch: await creators.branch(context) } };
  const otherBranch = {
    branch: other.ids.branch ?? newId(),
    warehouse: await creators.warehouse(other),
    sale: await creators.sale(other),
    parked: await creators.parked(other),
    register: await creators.register(other),
    shift: await creators.shift(other),
    counting: await creators.counting(other),
    closure: await creators.closure(other),
    staff: (await addStaff(context, 'cashier', { branch_ids: [other.ids.branch] })).user_id,
  };
  return {
    app,
    mark,
    merchant_id,
    owner,
    people,
    ids,
    otherBranch,
    text,
    create: (kind) => creators[kind]({ ...context, ids: { ...ids, branch } }),
  };
}

/** The warehouses of a transfer from the default warehouse into this one. */
async function intoWarehouse(
  owner: Caller,
  to_warehouse: string,
): Promise<{ from_warehouse: string; to_warehouse: string }> {
  const { body } = await owner.get('/warehouses?limit=100');
  const warehouses = body.data as { id: string; is_default: boolean; created_at: string }[];
  // The oldest default warehouse has the stock. The list is sorted by name.
  const [first] = warehouses
    .filter(({ id, is_default }) => is_default && id !== to_warehouse)
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  return { from_warehouse: first?.id ?? assert.fail('a warehouse'), to_warehouse };
}
