import { newId } from '../../server/src/core/ids.ts';
import { type Role, roles } from '../../server/src/core/permissions.ts';
import { type Form, formOf } from '../../test/form.ts';
import { aPng } from '../../test/images.ts';
import { hire, type Kind, type Person, password, signIn, type World } from '../world.ts';
import { type Json, writeJson } from './json.ts';
import type { Operation } from './operations.ts';
import { renew } from './upkeep.ts';
import { type Source, valueFor } from './values.ts';

/** A request whose parts can still be changed. */
export interface Draft {
  operation: Operation;
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body?: Json;
  form?: Form;
  /** What of the shop its path names. */
  kind?: Kind;
}

/** A request as it is sent. */
export interface Request {
  operation: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

const kindsByRoom: Record<string, Kind> = {
  branches: 'branch',
  warehouses: 'warehouse',
  categories: 'category',
  products: 'product',
  inventory: 'product',
  customers: 'customer',
  transactions: 'sale',
  staff: 'staff',
  webhooks: 'webhook',
  devices: 'device',
  sessions: 'session',
  imports: 'import',
};

/** What an operation's path names. */
export function kindOf({ id, path }: Operation): Kind | undefined {
  if (!path.includes('{id}')) return undefined;
  if (id === 'completeTransaction' || id === 'voidTransaction') return 'parked';
  return kindsByRoom[path.split('/{id}')[0]?.split('/').at(-1) ?? ''];
}

/** After these what they were done to is not what it was: each is done to one of its own. */
const spending = /^(delete|erase|deactivate|complete|void|refundT|endSession)/;

const settings = ({ random }: Source): Json => ({
  tax_mode: random.oneOf(['none', 'inclusive']),
  tax_rate: random.below(20),
  name: 'Renamed',
});

/** What is sent to another warehouse must lie in the one. */
async function somethingToMove({ world }: Source): Promise<{ product_id: string; from: string; to: string }> {
  const { product: product_id, warehouse } = world.ids;
  await world.owner.caller.post('/inventory/adjustment', {
    product_id,
    warehouse_id: warehouse,
    quantity: 1,
    type: 'in',
  });
  return { product_id, from: warehouse, to: world.elsewhere.warehouse };
}

/** Bodies that must fit together, or fit the shop. */
const recipes: Record<string, (source: Source) => Json | Promise<Json>> = {
  createTransaction: ({ world, random }) => ({
    items: [{ product_id: world.ids.product, quantity: 1 + random.below(3) }],
    payment_method: random.oneOf(['cash', 'card', 'qris']),
    customer_id: world.ids.customer,
    ...(random.below(3) === 0 ? { status: 'pending' } : {}),
  }),
  quoteTransaction: ({ world, random }) => ({
    items: [{ product_id: world.ids.product, quantity: 1 + random.below(3), discount: { percent: random.below(20) } }],
    customer_id: world.ids.customer,
  }),
  updateTransaction: ({ world, random }) => ({
    items: [{ product_id: world.ids.product, quantity: 1 + random.below(3) }],
    label: `Table ${random.below(9)}`,
  }),
  completeTransaction: () => ({ payment_method: 'cash' }),
  refundTransaction: ({ world, random }) =>
    random.below(2) === 0 ? {} : { items: [{ product_id: world.ids.product, quantity: 1 }] },
  previewRefund: () => ({}),
  login: ({ world, random }) => ({ email: world.people[random.oneOf(roles)].email, password }),
  loginInBrowser: ({ world, random }) => ({ email: world.people[random.oneOf(roles)].email, password }),
  refresh: newRefreshToken,
  refreshToken: newRefreshToken,
  changePassword: () => ({ current_password: password, new_password: password }),
  createWebhook: ({ random }) => ({ url: `http://127.0.0.1:9/${random.below(1_000)}`, status: 'paused' }),
  updateWebhook: ({ random }) => ({ description: `hook ${random.below(1_000)}`, types: ['customer.*'] }),
  updateStaffMember: () => ({ role: 'stock_clerk', branch_ids: null }),
  inviteColleague: ({ random }) => ({
    email: `i${newId()}@example.com`,
    name: 'Invited',
    role: random.oneOf(['cashier', 'viewer']),
  }),
  exportReport: ({ random }) => ({
    report_type: random.oneOf(['sales', 'transactions', 'products', 'inventory', 'customers']),
    format: random.oneOf(['csv', 'xlsx']),
    start_date: '2026-01-01',
    end_date: '2026-12-31',
  }),
  registerDevice: ({ random }) => ({ token: `t${random.below(1_000_000)}`, platform: 'android' }),
  async transferStock(source) {
    const { product_id, from, to } = await somethingToMove(source);
    return { product_id, from_warehouse: from, to_warehouse: to, quantity: 1 };
  },
  async transferRecord(source) {
    const { product_id, from, to } = await somethingToMove(source);
    return { productId: product_id, fromWarehouse: from, toWarehouse: to, quantity: 1 };
  },
  updateMerchant: settings,
  patchMerchant: settings,
};

async function newRefreshToken({ world, random }: Source): Promise<Json> {
  const { email } = world.people[random.oneOf(roles)];
  const { body } = await world.app.anonymous.post('/auth/login', { email, password });
  return { refresh_token: body?.data?.refresh_token ?? 'none', ...(random.below(2) === 0 ? { rotate: true } : {}) };
}

/** What a browser sends by itself. */
async function newCookie(source: Source): Promise<Record<string, string>> {
  const { refresh_token } = (await newRefreshToken(source)) as { refresh_token: string };
  return { cookie: `tillhouse_session=${refresh_token}` };
}

const picture = aPng();
const rows = (source: Source) => `sku,name,price\nF-${source.random.below(10_000)},Imported,3\n,no sku,x\n`;

const ownSession =
  /^(logout|changePassword|endSession|endSessions|startTotp|confirmTotp|renewRecoveryCodes|removeTotp)$/;
const spare = new WeakMap<World, Person>();

/** A user whose session and password may be lost. */
async function somebodyToSpare({ world }: Source): Promise<Person> {
  const known = spare.get(world);
  if (known !== undefined && (await known.caller.get('/auth/me')).status === 200) return known;
  const person = await hire({ ...world, owner: world.owner.caller }, 'manager');
  spare.set(world, person);
  return person;
}

/** The owner of a shop that is empty. */
async function aNewcomer({ app }: World): Promise<Record<string, string>> {
  const person = { email: `n${newId()}@example.com`, password };
  await app.anonymous.post('/auth/register', { ...person, name: 'New' });
  return (await signIn(app, person)).headers;
}

async function whoAsks(source: Source, { id, isPublic }: Operation): Promise<Record<string, string>> {
  const { random, world } = source;
  if (isPublic) return /^(refresh|logout)InBrowser$/.test(id) ? newCookie(source) : {};
  if (ownSession.test(id)) return (await somebodyToSpare(source)).caller.headers;
  if (id === 'loadDemo' && random.below(2) === 0) return aNewcomer(world);
  const role: Role = random.below(12) === 0 ? random.oneOf(roles) : 'owner';
  const { headers } = world.people[role].caller;
  return random.below(4) === 0 ? { ...headers, 'x-merchant-id': world.merchant_id } : headers;
}

async function idFor({ world, random }: Source, operation: Operation, isMeant: boolean): Promise<string> {
  const kind = kindOf(operation);
  if (kind === undefined || random.below(40) === 0) return newId();
  if (operation.id === 'endSession') {
    const { caller } = await somebodyToSpare({ world, random });
    const [session] = (await caller.get('/auth/sessions')).body?.data ?? [];
    return session?.id ?? newId();
  }
  if (!spending.test(operation.id) || !isMeant) return world.ids[kind];
  return renew(world, kind);
}

/** A request as a client would send it that knows the description and the shop. `isMeant`: it is sent as it is, and is to succeed. */
export async function validDraft(
  source: Source,
  operation: Operation,
  { isMeant }: { isMeant: boolean },
): Promise<Draft> {
  const { random, world } = source;
  const { fields, body } = operation;
  const draft: Draft = { operation, path: {}, query: [], headers: { ...(await whoAsks(source, operation)) } };
  const kind = kindOf(operation);
  if (kind !== undefined) draft.kind = kind;
  const taken = new Set<string>();
  const share = random.below(4);
  for (const field of fields) {
    const twin = field.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (field.in === 'path')
      draft.path[field.name] = field.name === 'id' ? await idFor(source, operation, isMeant) : world.ids.delivery;
    // Where a list goes on is something that only the service says.
    else if (taken.has(twin) || field.name === 'cursor') continue;
    else if (field.required || needed.test(`${operation.id} ${twin}`) || random.below(4) < share) {
      taken.add(twin);
      const value = String(valueFor(source, field.name, field.schema));
      if (field.in === 'query') draft.query.push([field.name, value]);
      else draft.headers[field.name.toLowerCase()] = value;
    }
  }
  if (body?.media === 'form')
    draft.form =
      operation.id === 'addProductImage' ? await formOf(picture, { name: 'a.png' }) : await formOf(rows(source));
  else if (body !== undefined) {
    const recipe = recipes[operation.id];
    const isByRecipe = recipe !== undefined && (random.below(4) > 0 || /^(change|refresh|createW)/.test(operation.id));
    draft.body = isByRecipe ? await recipe(source) : valueFor(source, '', body.schema);
  }
  return draft;
}

/** Needed, though the description cannot say so of one of two spellings. */
const needed = /^reportSales (start|end)_date$/;

const addressOf = ({ operation, path, query }: Draft): string => {
  const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
  return query.length === 0 ? address : `${address}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
};

/** `isEncoded`: the parts of its address are to be sent just as they stand. */
export function requestOf(draft: Draft, { isEncoded = false } = {}): Request {
  const { operation, body, form, headers } = draft;
  // A half character has no encoding at all.
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  const encoded = isEncoded
    ? draft
    : {
        ...draft,
        path: Object.fromEntries(Object.entries(draft.path).map(([name, value]) => [name, encode(value)])),
        query: draft.query.map(([name, value]): [string, string] => [encode(name), encode(value)]),
      };
  const request: Request = {
    operation: operation.id,
    method: operation.method,
    url: addressOf(encoded),
    headers: { ...headers },
  };
  if (form !== undefined) return { ...request, headers: { ...form.headers, ...headers }, payload: form.payload };
  if (body === undefined) return request;
  return { ...request, headers: { 'content-type': 'application/json', ...headers }, payload: writeJson(body) };
}
