import assert from 'node:assert/strict';
import type { Caller, Reply } from './caller.ts';
import { aCustomer, aProduct, aSession, type Shop } from './shop.ts';
import { addMember, inviteByLink } from './staff.ts';

export const password = 'another long password';

/** The data of an answer that must be a success. */
export const done = ({ status, text, body }: Reply) => {
  assert.ok(status < 300, text);
  return body.data ?? body;
};

export interface Records {
  shop: Shop;
  keys: string[];
  webhooks: string[];
  branches: string[];
  warehouses: string[];
  categories: string[];
  products: string[];
  customers: string[];
  paid: string[];
  parked: string[];
  members: { id: string; email: string; caller: Caller; refresh_token: string }[];
  invited: string[];
  devices: string[];
}

async function three<T>(make: (name: string, at: number) => Promise<T>): Promise<T[]> {
  return [await make('One', 1), await make('Two', 2), await make('Three', 3)];
}

/**
 * Adds three of each record to a shop; the third ones belong to each other.
 * @param of makes the e-mail addresses unique
 */
export async function addRecords(shop: Shop, of: string): Promise<Records> {
  const { app } = shop;
  const { owner } = shop;
  await owner.put('/merchant', { loyalty_rate: 1, point_value: 0.01 });
  const add = async (path: string, body: object): Promise<string> => done(await owner.post(path, body)).id;
  const branches = await three((name) => add('/branches', { name }));
  const products = await three(
    async (name) => (await aProduct(shop, { name, sku: name, category: name, stock: 100, price: 10 })).id,
  );
  const customers = await three(async (name) => (await aCustomer(shop, { name, email: `${name}-${of}@shop.test` })).id);
  const sell = (at: number, fields: object) =>
    add('/transactions', {
      items: [{ product_id: products[at - 1], quantity: 2 }],
      customer_id: customers[at - 1],
      ...{ note: `of ${at}`, ...fields },
    });
  const members = await three(async (name, at) => {
    const email = `member-${of}-${at}@shop.test`;
    const id = await addMember(owner, app.anonymous, { email, password, name, role: 'cashier' });
    const { refresh_token } = done(await app.anonymous.post('/auth/login', { email, password }));
    done(await owner.post(`/staff/${id}/reset-link`));
    return { id, email, caller: await aSession(app, email, password), refresh_token };
  });
  return {
    shop,
    branches,
    products,
    customers,
    members,
    keys: await three((name) => add('/api-keys', { name, permissions: ['catalogue:read'] })),
    webhooks: await three((name) => add('/webhooks', { url: `http://127.0.0.1:9/${name}` })),
    warehouses: await three((name) => add('/warehouses', { name, branch_id: branches[0] })),
    categories: (await owner.get('/categories')).body.data.map(({ id }: { id: string }) => id),
    paid: await three((_, at) => sell(at, { payment_method: 'cash' })),
    parked: await three((_, at) => sell(at, { status: 'pending' })),
    invited: await three(
      async (_, at) =>
        (await inviteByLink(owner, { email: `invited-${of}-${at}@shop.test`, name: 'Ida', role: 'viewer' })).id,
    ),
    devices: await three((name, at) =>
      add('/auth/register-device', { token: `${of} ${at}`, platform: 'android', name }),
    ),
  };
}
