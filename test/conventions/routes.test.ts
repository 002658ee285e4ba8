import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../server/src/core/ids.ts';
import { isAllowed, type Role, roles } from '../../server/src/core/permissions.ts';
import { type Caller, createCaller, type Reply } from '../caller.ts';
import { aSession, aShop, forgetEvents } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { listRoutes, methods, type Route } from './routes.ts';
import { sampleOf } from './sample.ts';

const app = await createTestApp();
const shop = await aShop(app);
const otherShop = await aShop(app);

const routes = listRoutes(app.routes);
const inApi = routes.filter(({ url }) => url.startsWith('/api/v1'));
const closed = inApi.filter(({ options }) => options.config?.isPublic !== true);
const scoped = closed.filter(({ options }) => options.config?.permission !== undefined);
const withParams = closed.filter(({ url }) => url.includes(':'));

/** The path with a value for each parameter. */
const pathWith = (url: string, value: string) => url.replace(/:\w+/g, value);

function send(headers: Record<string, string>, { method, url }: Pick<Route, 'method' | 'url'>, body?: unknown) {
  const caller = createCaller(app.fastify, headers);
  const path = `/${url}`;
  if (method === 'GET') return caller.get(path);
  if (method === 'DELETE') return caller.delete(path);
  return caller[method.toLowerCase() as 'post' | 'put' | 'patch'](path, body);
}

/**
 * The requests whose response has another status or code. Sent one after the other, because the service limits
 * concurrency.
 */
async function faultsOf(
  expected: [status: number, code: string],
  requests: { name: string; send: () => Promise<Reply> }[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, send: sendRequest } of requests) {
    const { status, body, text } = await sendRequest();
    if (status !== expected[0] || body?.error?.code !== expected[1])
      faults.push(`${name} answered ${status} ${text.slice(0, 200)}`);
  }
  return faults;
}

const withoutToken = (of: readonly Route[]) => {
  const headers: Record<string, string>[] = [{}, { authorization: 'Bearer a.b.c' }, { authorization: 'Basic eDp5' }];
  return faultsOf(
    [401, 'UNAUTHENTICATED'],
    of.flatMap(({ name, method, url }) =>
      headers.map((credentials) => ({ name, send: () => send(credentials, { method, url: pathWith(url, newId()) }) })),
    ),
  );
};

const forAnotherMerchant = (of: readonly Route[]) =>
  faultsOf(
    [403, 'FORBIDDEN'],
    of.flatMap(({ name, method, url }) =>
      [otherShop.merchant_id, newId(), 'mine'].map((merchant) => ({
        name,
        send: () => send({ ...shop.owner.headers, 'x-merchant-id': merchant }, { method, url: pathWith(url, newId()) }),
      })),
    ),
  );

const withoutPermission = (of: readonly Route[], caller: Caller) =>
  faultsOf(
    [403, 'FORBIDDEN'],
    of.map(({ name, method, url }) => ({
      name,
      send: () => send(caller.headers, { method, url: pathWith(url, newId()) }, {}),
    })),
  );

/** Bodies of operations for which a sample of the schema is not sufficient. */
const bodies: Record<string, unknown> = {};

const forUnknownIds = (of: readonly Route[]) =>
  faultsOf(
    [404, 'NOT_FOUND'],
    of.flatMap(({ name, method, url, options }) => {
      const { operationId = '', body: schema } = (options.schema ?? {}) as { operationId?: string; body?: object };
      const body = bodies[operationId] ?? (schema === undefined ? undefined : sampleOf(schema));
      return [newId(), '7', 'x'.repeat(150), '%00', '00000000-0000-0000-0000-00000000000g'].map((value) => ({
        name: `${name} with ${value}`,
        send: () => send(shop.owner.headers, { method, url: pathWith(url, value) }, body),
      }));
    }),
  );

/** Creates a member with a role by SQL, because the routes of the staff are tested too. */
async function createMember(role: Role): Promise<Caller> {
  const person = { email: `member-${role}@example.com`, password: 'long enough', name: role };
  const { body } = await app.anonymous.post('/auth/register', person);
  await app.admin.query(
    'insert into memberships (merchant_id, user_id, role, created_at, updated_at) values ($1, $2, $3, now(), now())',
    [shop.merchant_id, body.data.user_id, role],
  );
  await forgetEvents(shop);
  return (await aSession(app, person.email, person.password)).with({ 'x-merchant-id': shop.merchant_id });
}

test('every route except public ones requires authentication', async () => {
  assert.deepEqual(await withoutToken(closed), []);
});

test('no route accepts another merchant', async () => {
  assert.deepEqual(await forAnotherMerchant(scoped), []);
});

test('every route checks the permissions of the role', async () => {
  for (const role of roles) {
    const refused = scoped.filter(
      ({ options: { config } }) => config?.permission !== undefined && !isAllowed(role, config.permission),
    );
    assert.deepEqual(await withoutPermission(refused, await createMember(role)), [], role);
  }
});

test('responds 404 to unknown and malformed ids', async () => {
  assert.deepEqual(await forUnknownIds(withParams), []);
});

test('notices a public route', async () => {
  const open = routes.filter(({ url }) => url === '/health/live');
  assert.equal(open.length, 1);
  assert.equal((await withoutToken(open)).length, 3);
  assert.equal((await forAnotherMerchant(open)).length, 3);
  assert.equal((await withoutPermission(open, app.anonymous)).length, 1);
  assert.equal((await forUnknownIds(open)).length, 5);
});

test('responds 404 to an unknown address, with or without a token', async () => {
  const unknown = methods.flatMap((method) =>
    [{}, shop.owner.headers].map((headers) => ({
      name: method,
      send: () => send(headers, { method, url: '/api/v1/no-such-thing' }),
    })),
  );
  assert.deepEqual(await faultsOf([404, 'NOT_FOUND'], unknown), []);
});

/** Fields that the service parses itself and never sends to the database. It rejects unknown names. */
const parsedFields = ['sort', 'types', 'kinds', 'cursor'];

/** The texts of a schema without any restriction: they may contain NUL. */
function unrestrictedTexts(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    type,
    format,
    pattern,
    const: only,
    properties = {},
    items,
    anyOf = [],
  } = schema as Record<string, unknown> & { enum?: unknown };
  const isUnrestricted =
    type === 'string' &&
    [format, pattern, only, (schema as { enum?: unknown }).enum].every((bound) => bound === undefined);
  return [
    ...(isUnrestricted ? [path] : []),
    ...Object.entries(properties as object).flatMap(([name, inner]) => unrestrictedTexts(inner, name)),
    ...unrestrictedTexts(items, `${path}[]`),
    ...(anyOf as unknown[]).flatMap((one) => unrestrictedTexts(one, path)),
  ];
}

test('rejects text that the database cannot store', () => {
  const unrestricted = inApi.flatMap(({ name, options: { schema } }) =>
    [schema?.querystring, schema?.body, schema?.params].flatMap((part) =>
      unrestrictedTexts(part)
        .filter((field) => !parsedFields.includes(field))
        .map((field) => `${name} ${field}`),
    ),
  );
  assert.deepEqual(unrestricted, []);
  assert.deepEqual(
    unrestrictedTexts({ properties: { a: { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 3 }] } } }),
    ['a'],
  );
});

test('rejects a body that is not JSON', async () => {
  const reading = inApi.filter(
    ({ method, options }) => method !== 'GET' && method !== 'DELETE' && options.schema?.body !== undefined,
  );
  const requests = reading.map(({ name, method, url }) => ({
    name,
    send: () => send(shop.owner.headers, { method, url: pathWith(url, newId()) }, '{"half":'),
  }));
  assert.deepEqual(await faultsOf([400, 'MALFORMED_REQUEST'], requests), []);
});
