import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../test-app.ts';
import { listRoutes, type Route } from './routes.ts';

const app = await createTestApp();
const routes = listRoutes(app.routes);
const inApi = routes.filter(({ url }) => url.startsWith('/api/v1'));

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
