import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { newId } from '../../server/src/core/ids.ts';
import { isAllowed, type Role, roles } from '../../server/src/core/permissions.ts';
import { type Caller, createCaller, type Reply } from '../caller.ts';
import { aSession, aShop, forgetEvents } from '../shop.ts';
import { createTestApp } from '../test-app.ts';
import { sampleOf } from './sample.ts';

const app = await createTestApp();
const shop = await aShop(app);
const otherShop = await aShop(app);

interface Route {
  /** `GET /api/v1/customers/:id` */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  options: RouteOptions;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function listRoutes(found: readonly RouteOptions[]): Route[] {
  return found
    .filter(({ url }) => url.startsWith('/api/v1') || url.startsWith('/health'))
    .flatMap((options) =>
      [options.method].flat().flatMap((method) => {
        const known = methods.find((name) => name === method);
        return known === undefined || options.url.includes('*')
          ? []
          : [{ name: `${known} ${options.url}`, method: known, url: options.url, options }];
      }),
    );
}

const routes = listRoutes(app.routes);
const inApi = routes.filter(({ url }) => url.startsWith('/api/v1'));
const closed = inApi.filter(({ options }) => options.config?.isPublic !== true);
const scoped = closed.filter(({ options }) => options.config?.permission !== undefined);
const withParams = closed.filter(({ url }) => url.includes(':'));

const tags = (app.fastify.swagger() as { tags?: { name: string }[] }).tags?.map(({ name }) => name) ?? [];

/** The parts that are missing in the description of a route. */
function gapsOf({ name, url, options }: Route): string[] {
  const { schema = {}, config = {} } = options;
  const {
    operationId,
    summary,
    tags: own = [],
    response,
    params,
  } = schema as Record<string, unknown> & { tags?: string[] };
  const replies = Object.keys((response as object | undefined) ?? {});
  const gaps: string[] = [];
  const need = (holds: boolean, what: string) => {
    if (!holds) gaps.push(`${name} ${what}`);
  };
  need(typeof operationId === 'string' && /^[a-z][A-Za-z]+$/.test(operationId), 'has no operationId');
  need(typeof summary === 'string' && summary.length > 0, 'has no summary');
  need(own.length === 1 && own.every((tag) => tags.includes(tag)), 'has no known tag');
  need(
    replies.some((status) => status === '200' || status === '201'),
    'has no schema of its success response',
  );
  need(!url.includes(':') || params !== undefined, 'has no schema of its parameters');
  if (url.startsWith('/api/v1')) {
    need(
      replies.every((status) => /^(200|201)$/.test(status)),
      'describes a status other than 200 and 201',
    );
    // Sign-in and devices belong to the user, not to a merchant.
    const isPersonal = /^\/api\/v1\/(auth|devices)\b/.test(url);
    need(config.isPublic === true || config.permission !== undefined || isPersonal, 'names no permission');
  }
  return gaps;
}

test('every route is described', () => {
  assert.ok(routes.length > 5, 'routes were found');
  assert.deepEqual(routes.flatMap(gapsOf), []);
});

test('the description contains the errors of every operation', () => {
  type Operation = { responses: Record<string, { $ref?: string }> };
  const { paths } = JSON.parse(JSON.stringify(app.fastify.swagger())) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1'))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, { responses }]) => ({ name: `${method} ${path}`, responses })),
    );
  assert.equal(operations.length, inApi.length);
  for (const { name, responses } of operations)
    for (const status of [400, 401, 403, 404, 422, 429, 500, 503])
      assert.equal(responses[status]?.$ref, '#/components/responses/Failure', `${name} ${status}`);
});

test('operation ids are unique', () => {
  const ids = routes.map(({ options }) => (options.schema as { operationId?: string } | undefined)?.operationId);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
});

test('notices an undescribed route', () => {
  const gaps = gapsOf({
    name: 'x',
    method: 'GET',
    url: '/api/v1/secrets/:id',
    options: { method: 'GET', url: '', handler: () => undefined },
  });
  assert.equal(gaps.length, 6, gaps.join('\n'));
});

test('every path is in the description of the API', () => {
  const { paths = {} } = app.fastify.swagger();
  for (const { name, method, url } of routes)
    assert.ok(paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as Lowercase<typeof method>], name);
});

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
