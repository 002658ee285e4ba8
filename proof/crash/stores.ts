import { createClient } from '../../client/src/client.ts';
import { addMember } from '../../test/staff.ts';
import { callerAt, ok } from '../shop.ts';
import type { Store } from './operations.ts';
import { approved_above } from './workload.ts';

const password = 'a good long password';

/** Of each product in each warehouse: far more than can be sold. */
export const initialStock = 1_000_000;

/** @returns the token of a new manager */
async function joinManager(url: string, token: string, name: string): Promise<string> {
  const anonymous = callerAt(url);
  const person = { email: `manager-${name}@example.com`, password, name: 'Mia', role: 'manager' };
  await addMember(anonymous.with({ authorization: `Bearer ${token}` }), anonymous, person);
  return ok(await anonymous.post('/auth/login', { email: person.email, password })).data.access_token;
}

/** Opens a shop with so much stock and so many points that no operation of a workload may be rejected. */
export async function openStore(url: string, name: string): Promise<Store> {
  const retry = { tries: 100, longest_wait_ms: 500 };
  let token = '';
  const client = createClient({ baseUrl: url, retry, onTokens: (tokens) => (token = tokens?.access_token ?? '') });
  const credentials = { email: `${name}@example.com`, password };
  await client.register({ body: { ...credentials, name } });
  await client.signIn(credentials);
  const { id: merchant_id } = (await client.updateMerchant({ body: { point_value: 0.01, loyalty_rate: 1 } })).data;
  const [branch] = (await client.listBranches()).data;
  const [first] = (await client.listWarehouses()).data;
  if (branch === undefined || first === undefined) throw new Error('a new merchant must have a branch and a warehouse');
  const second = (await client.createWarehouse({ body: { name: 'Cellar', branch_id: branch.id } })).data;
  const customer = (await client.createCustomer({ body: { name: 'Regular' } })).data;
  await client.correctPoints({ path: { id: customer.id }, body: { points: 1_000_000_000, reason: 'Opening' } });
  const products = await Promise.all(
    Array.from({ length: 8 }, async (_, number) => {
      const price = 1 + number;
      const { id } = (
        await client.createProduct({
          body: { sku: `P-${number}`, name: `Product ${number}`, price, stock: initialStock },
        })
      ).data;
      const adding = { warehouse_id: second.id, quantity: initialStock, type: 'addition' as const };
      await client.adjustStock({ body: { product_id: id, ...adding, reason: 'Opening' } });
      return { id, price };
    }),
  );
  const register = (await client.createRegister({ body: { name: 'Counter', branch_id: branch.id } })).data;
  const shift = (await client.openShift({ body: { register_id: register.id, counted_float: 100 } })).data;
  await client.updateMerchant({
    body: {
      approval_rules: [{ action: 'paid_out', above_amount: approved_above, exempt_roles: ['manager'] }],
      approval_minutes: 1_440,
    },
  });
  return {
    merchant_id,
    token,
    approver_token: await joinManager(url, token, name),
    products,
    warehouses: [first.id, second.id],
    customer_id: customer.id,
    register_id: register.id,
    shift_id: shift.id,
  };
}
