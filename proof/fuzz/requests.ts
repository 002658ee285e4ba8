import { newId } from '../../server/src/core/ids.ts';
import { type Role, roles } from '../../server/src/core/permissions.ts';
import { type Form, formOf } from '../../test/form.ts';
import { aPng } from '../../test/images.ts';
import type { MerchantFixture } from '../merchant-fixture.ts';
import { addStaff, type Kind, type Person, password, signIn } from '../merchant-records.ts';
import { bodies, newRefreshToken } from './bodies.ts';
import { type Json, writeJson } from './json.ts';
import type { Operation } from './operations.ts';
import { createAgain } from './restore.ts';
import { type Source, valueFor } from './values.ts';

/** A request whose parts can still be changed. */
export interface Draft {
  operation: Operation;
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body?: Json;
  form?: Form;
  /** The kind of record in its path. */
  kind?: Kind;
}

/** A request ready to send. */
export interface Request {
  operation: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

const kindsBySegment: Record<string, Kind> = {
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
  registers: 'register',
  shifts: 'shift',
  closures: 'closure',
  journal: 'register',
  approvals: 'approval',
};

/** The kind of record in an operation's path. */
export function kindOf({ id, path }: Operation): Kind | undefined {
  if (!path.includes('{id}')) return undefined;
  if (id === 'completeTransaction' || id === 'voidTransaction') return 'parked';
  if (/^(recount|reopen|close)Shift$/.test(id)) return 'counting';
  return kindsBySegment[path.split('/{id}')[0]?.split('/').at(-1) ?? ''];
}

/** Operations that delete a record or change its state. Each request gets a new record. */
const consuming =
  /^(delete|erase|deactivate|complete|voidT|refundT|endSession|countShift|reopenShift|closeShift|approve|deny)/;

/** The session cookie of a browser. */
async function newCookie(source: Source): Promise<Record<string, string>> {
  const { refresh_token } = (await newRefreshToken(source)) as { refresh_token: string };
  return { cookie: `tillhouse_session=${refresh_token}` };
}

const png = aPng();
const rows = (source: Source) => `sku,name,price\nF-${source.random.below(10_000)},Imported,3\n,no sku,x\n`;

const ownSession =
  /^(logout|changePassword|endSession|endSessions|startTotp|confirmTotp|renewRecoveryCodes|removeTotp|setPin|removePin)$/;
const spareUsers = new WeakMap<MerchantFixture, Person>();

/** A user whose session may end and whose password may change. */
async function spareUser({ fixture }: Source): Promise<Person> {
  const known = spareUsers.get(fixture);
  if (known !== undefined && (await known.caller.get('/auth/me')).status === 200) return known;
  const person = await addStaff({ ...fixture, owner: fixture.owner.caller }, 'manager');
  spareUsers.set(fixture, person);
  return person;
}

/** Headers of the owner of a new, empty shop. */
async function newOwner({ app }: MerchantFixture): Promise<Record<string, string>> {
  const person = { email: `n${newId()}@example.com`, password };
  await app.anonymous.post('/auth/register', { ...person, name: 'New' });
  return (await signIn(app, person)).headers;
}

async function credentialsFor(source: Source, { id, isPublic }: Operation): Promise<Record<string, string>> {
  const { random, fixture } = source;
  if (isPublic) return /^(refresh|logout)InBrowser$/.test(id) ? newCookie(source) : {};
  if (ownSession.test(id)) return (await spareUser(source)).caller.headers;
  // The owner requested the approvals of the fixture.
  if (/^(approve|deny)Approval$/.test(id)) return fixture.people.manager.caller.headers;
  if (id === 'loadDemo' && random.below(2) === 0) return newOwner(fixture);
  const role: Role = random.below(12) === 0 ? random.oneOf(roles) : 'owner';
  const { headers } = fixture.people[role].caller;
  return random.below(4) === 0 ? { ...headers, 'x-merchant-id': fixture.merchant_id } : headers;
}

async function idFor({ fixture, random }: Source, operation: Operation, mustSucceed: boolean): Promise<string> {
  const kind = kindOf(operation);
  if (kind === undefined || random.below(40) === 0) return newId();
  if (operation.id === 'endSession') {
    const { caller } = await spareUser({ fixture, random });
    const [session] = (await caller.get('/auth/sessions')).body?.data ?? [];
    return session?.id ?? newId();
  }
  if (!consuming.test(operation.id) || !mustSucceed) return fixture.ids[kind];
  return createAgain(fixture, kind);
}

interface PathField {
  operation: Operation;
  name: string;
  mustSucceed: boolean;
}

/** The id of a record for a field of the address. */
async function pathValue(source: Source, { operation, name, mustSucceed }: PathField): Promise<string> {
  const { fixture } = source;
  if (name === 'id') return idFor(source, operation, mustSucceed);
  return name === 'movement_id' ? createAgain(fixture, 'cash_movement') : fixture.ids.delivery;
}

/** A correct request, drawn from the API description. With `mustSucceed` it gets its own record where it consumes one. */
export async function validDraft(
  source: Source,
  operation: Operation,
  { mustSucceed }: { mustSucceed: boolean },
): Promise<Draft> {
  const { random } = source;
  const { fields, body } = operation;
  const draft: Draft = { operation, path: {}, query: [], headers: { ...(await credentialsFor(source, operation)) } };
  const kind = kindOf(operation);
  if (kind !== undefined) draft.kind = kind;
  const taken = new Set<string>();
  const share = random.below(4);
  for (const field of fields) {
    const snakeCase = field.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (field.in === 'path')
      draft.path[field.name] = await pathValue(source, { operation, name: field.name, mustSucceed });
    // Only the service creates cursors, and a valid approval is for one request.
    else if (taken.has(snakeCase) || field.name === 'cursor' || field.name === 'Approval-Id') continue;
    else if (field.required || required.test(`${operation.id} ${snakeCase}`) || random.below(4) < share) {
      taken.add(snakeCase);
      const value = String(valueFor(source, field.name, field.schema));
      if (field.in === 'query') draft.query.push([field.name, value]);
      else draft.headers[field.name.toLowerCase()] = value;
    }
  }
  if (body?.media === 'form')
    draft.form = operation.id === 'addProductImage' ? await formOf(png, { name: 'a.png' }) : await formOf(rows(source));
  else if (body !== undefined) {
    const createBody = bodies[operation.id];
    const usesIt = createBody !== undefined && (random.below(4) > 0 || /^(change|refresh|createW)/.test(operation.id));
    draft.body = usesIt ? await createBody(source) : valueFor(source, '', body.schema);
  }
  return draft;
}

/** Required parameters that the description cannot mark as required, because each has two spellings. */
const required = /^reportSales (start|end)_date$/;

const addressOf = ({ operation, path, query }: Draft): string => {
  const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
  return query.length === 0 ? address : `${address}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`;
};

/** `isEncoded`: path and query are already encoded. */
export function requestOf(draft: Draft, { isEncoded = false } = {}): Request {
  const { operation, body, form, headers } = draft;
  // Half of a surrogate pair cannot be encoded.
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
