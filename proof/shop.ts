import assert from 'node:assert/strict';
import { type Caller, callerOver, type Reply } from '../test/caller.ts';
import { addMember } from '../test/staff.ts';

/** A client without a token that uses real connections, one for each concurrent request. */
export const callerAt = (url: string): Caller =>
  callerOver(async ({ method, path, headers, body }) => {
    const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, text: await answer.text(), headers: Object.fromEntries(answer.headers) };
  }, {});

/** The staff of a shop. `local` is a manager with rights in the second branch only. */
export const people = ['owner', 'manager', 'cashier', 'local'] as const;
export type Person = (typeof people)[number];

/** A merchant with two branches and three warehouses. */
export interface ProofShop extends Record<Person, Caller> {
  /** The default branch first. */
  branches: readonly [string, string];
  /** The default warehouse of each branch, then a second one of the first branch. */
  warehouses: readonly [string, string, string];
}

let shops = 0;
const password = 'a good long password';

/** @param settings fields of the merchant */
export async function openShop(anonymous: Caller, settings: Record<string, unknown> = {}): Promise<ProofShop> {
  shops += 1;
  const { currency = 'USD', timezone = 'UTC', ...rest } = settings;
  const number = shops;
  const email = (name: string) => `${name}-${number}@example.com`;
  ok(await anonymous.post('/auth/register', { email: email('owner'), password, name: 'Olivia', currency, timezone }));
  const signIn = async (name: string) => {
    const { data } = ok(await anonymous.post('/auth/login', { email: email(name), password }));
    return anonymous.with({ authorization: `Bearer ${data.access_token}` });
  };
  const owner = await signIn('owner');
  const merchant = ok(await owner.patch('/merchant', rest)).data;
  const branch = ok(await owner.post('/branches', { name: 'Second' })).data.id as string;
  const warehouses = ok(await owner.get('/warehouses')).data as { id: string; branch_id: string }[];
  const first = warehouses.find(({ branch_id }) => branch_id !== branch);
  const second = warehouses.find(({ branch_id }) => branch_id === branch);
  assert.ok(first && second);
  const third = ok(await owner.post('/warehouses', { name: 'Back room', branch_id: first.branch_id })).data
    .id as string;
  const invite = async (name: string, fields: { role: string; branch_ids?: string[] }) => {
    await addMember(owner, anonymous, { email: email(name), password, name, ...fields });
    return (await signIn(name)).with({ 'x-merchant-id': merchant.id });
  };
  return {
    owner,
    manager: await invite('manager', { role: 'manager' }),
    cashier: await invite('cashier', { role: 'cashier' }),
    local: await invite('local', { role: 'manager', branch_ids: [branch] }),
    branches: [first.branch_id, branch],
    warehouses: [first.id, second.id, third],
  };
}

/** The body of a response. @throws AssertionError if it is not a success */
export function ok(answer: Reply): Reply['body'] {
  assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
  return answer.body;
}
