import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../server/src/core/ids.ts';
import { valuesAtMost } from '../../server/src/platform/validation/body-size.ts';
import { createCaller, type Reply } from '../caller.ts';
import { aShop } from '../shop.ts';
import { createTestApp } from '../test-app.ts';

/** Every route limits the size of its input before it processes the elements. */
const app = await createTestApp();
const shop = await aShop(app);
const caller = createCaller(app.fastify, shop.owner.headers);

interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  minItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
}

/** Formats that only texts of bounded length match. The multipart parser limits files. */
const boundedFormats = ['uuid', 'date', 'date-time', 'date-or-time', 'email', 'currency', 'timezone', 'binary'];

/** Whether a pattern limits the length of the text. */
const isBoundedPattern = (pattern: string) =>
  pattern.startsWith('^') && pattern.endsWith('$') && !/[*+]|,\}/.test(pattern.replace(/\\[*+]/g, ''));

const typesOf = ({ type }: JsonSchema) => [type ?? []].flat();

/** The arrays and texts of a schema without a limit. */
function unboundedIn(schema: JsonSchema, path: string): string[] {
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  const types = typesOf(schema);
  const found: string[] = [];
  if (types.includes('array') && schema.maxItems === undefined) found.push(`${path}: an array without maxItems`);
  const isBounded =
    schema.maxLength !== undefined ||
    boundedFormats.includes(schema.format ?? '') ||
    isBoundedPattern(schema.pattern ?? '');
  if (types.includes('string') && !isBounded) found.push(`${path}: a string without maxLength`);
  if (types.includes('object') && schema.properties === undefined) found.push(`${path}: an object without properties`);
  if (types.length === 0 && schema.anyOf === undefined) found.push(`${path}: without a type`);
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    found.push(...unboundedIn(inner, `${path}.${name}`));
  for (const inner of schema.anyOf ?? []) found.push(...unboundedIn(inner, path));
  return schema.items === undefined ? found : [...found, ...unboundedIn(schema.items, `${path}[]`)];
}

/** The number of keys, elements and containers in the largest body that a schema allows. */
function valuesIn(schema: JsonSchema): number {
  const types = typesOf(schema);
  if (types.includes('object'))
    return Object.values(schema.properties ?? {}).reduce((sum, inner) => sum + 1 + valuesIn(inner), 1);
  return types.includes('array') ? 1 + (schema.maxItems ?? 0) * (1 + valuesIn(schema.items ?? {})) : 0;
}

type Verb = 'post' | 'put' | 'patch' | 'delete' | 'get';

const routes = app.routes.flatMap(({ method, url, schema }) =>
  [method].flat().flatMap((name) => {
    const isApi =
      url.startsWith('/api/v1') && !url.includes('*') && ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(name);
    return isApi ? [{ name: `${name} ${url}`, verb: name.toLowerCase() as Verb, url, schema }] : [];
  }),
);

const writing = routes.flatMap(({ name, verb, url, schema }) => {
  const body = schema?.body as JsonSchema | undefined;
  const isForm = (schema as { consumes?: string[] } | undefined)?.consumes !== undefined;
  return body === undefined || isForm || verb === 'get' || verb === 'delete' ? [] : [{ name, verb, url, body }];
});

/** The arrays of a body with their maximum lengths. */
const arraysOf = ({ properties = {} }: JsonSchema) =>
  Object.entries(properties).flatMap(([field, { type, maxItems = 0 }]) =>
    [type].flat().includes('array') ? [{ field, maxItems }] : [],
  );

const send = ({ verb, url }: { verb: 'post' | 'put' | 'patch'; url: string }, body: string): Promise<Reply> =>
  caller[verb](`/${url.replace(/:\w+/g, newId())}`, body);

const maxResponse_bytes = 256 * 1024;

function assertBounded(name: string, { status, text, body }: Reply): void {
  assert.ok(status >= 400 && status < 500, `${name}: ${status}`);
  assert.ok(Buffer.byteLength(text) <= maxResponse_bytes, `${name}: a response of ${Buffer.byteLength(text)} bytes`);
  assert.ok(body.error.details.length <= 101, `${name}: ${body.error.details.length} details`);
}

test('every array and text of every request has a limit in its schema', () => {
  assert.ok(routes.length > 100, 'routes were found');
  const unbounded = routes.flatMap(({ name, schema }) =>
    (['body', 'querystring', 'params'] as const).flatMap((part) => {
      const described = schema?.[part] as JsonSchema | undefined;
      return described === undefined ? [] : unboundedIn(described, `${name} ${part}`);
    }),
  );
  assert.deepEqual(unbounded, []);
});

test('notices an array or text without a limit', () => {
  const unbounded: JsonSchema[] = [
    { type: 'array', items: { type: 'boolean' } },
    { type: ['string', 'null'] },
    { type: 'string', pattern: '^a+$' },
    { type: 'object' },
    {},
    { type: 'array', maxItems: 1, items: { type: 'string', format: 'text' } },
    { type: 'object', properties: { name: { type: 'string', format: 'uri' } } },
  ];
  for (const schema of unbounded) assert.equal(unboundedIn(schema, 'body').length, 1, JSON.stringify(schema));
});

test('the largest valid body of each route has at most half of the allowed number of values', () => {
  const largest = Math.max(...writing.map(({ body }) => valuesIn(body)));
  assert.ok(largest > 1_000 && 2 * largest < valuesAtMost, `${largest} values`);
});

for (const [title, element] of [
  ['numbers', '0'],
  ['empty texts', '""'],
  ['empty objects', '{}'],
] as const) {
  test(`reports a too long array of ${title} as one error`, async () => {
    let tried = 0;
    for (const route of writing) {
      for (const { field, maxItems } of arraysOf(route.body)) {
        for (const length of [maxItems + 1, Math.floor((1024 * 1024 - 100) / (element.length + 1))]) {
          const response = await send(route, `{${JSON.stringify(field)}:[${Array(length).fill(element).join(',')}]}`);
          assertBounded(route.name, response);
          const matching = response.body.error.details.filter((detail: { field: string }) =>
            detail.field.startsWith(field),
          );
          assert.deepEqual(
            matching,
            [{ field, message: `must have at most ${maxItems} entries` }],
            `${route.name} with ${length}`,
          );
          tried += 1;
        }
      }
    }
    assert.ok(tried >= 16, 'arrays were found');
  });
}

/** The largest body that a schema allows, with a wrong value in each place. */
function wrongEverywhere(schema: JsonSchema): unknown {
  const types = typesOf(schema);
  if (types.includes('object')) {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, wrongEverywhere(inner)]),
    );
  }
  if (types.includes('array'))
    return Array.from({ length: schema.maxItems ?? 0 }, () => wrongEverywhere(schema.items ?? {}));
  return types.includes('string') ? 1 : 'wrong';
}

test('the response to the largest body with only wrong values names at most a hundred fields, and counts the others', async () => {
  let counted = 0;
  for (const route of writing) {
    const response = await send(route, JSON.stringify(wrongEverywhere(route.body)));
    assertBounded(route.name, response);
    if (response.status !== 422 || valuesIn(route.body) < 300) continue;
    const { details } = response.body.error;
    assert.equal(details.length, 101, route.name);
    assert.equal(details.at(-1).field, 'details');
    assert.match(details.at(-1).message, /^\d+ more are not listed$/);
    counted += 1;
  }
  assert.ok(counted >= 4, 'large bodies were found');
});

test('rejects deep, wide and long bodies with a short response', async () => {
  const bodies = [
    `{"items":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
    `${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`,
    `{${Array.from({ length: 80_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
    `{"items":[{${Array.from({ length: 80_000 }, (_, at) => `"k${at}":0`).join(',')}}]}`,
    `[${Array(400_000).fill('{}').join(',')}]`,
    `{${JSON.stringify('k'.repeat(1_000_000))}:1}`,
    JSON.stringify('x'.repeat(1_000_000)),
  ];
  for (const route of writing) {
    for (const body of bodies) {
      const response = await send(route, body);
      // Routes without required fields ignore unknown fields, also with long names.
      if (body.startsWith('{"kkk') && response.status < 400) continue;
      assertBounded(`${route.name} with ${body.slice(0, 20)}…`, response);
    }
  }
});

test('rejects the longest texts without repeating them', async () => {
  const long = 'a@'.padEnd(900_000, '.');
  for (const route of writing) {
    for (const [field, schema] of Object.entries(route.body.properties ?? {})) {
      if (typesOf(schema).includes('string'))
        assertBounded(route.name, await send(route, JSON.stringify({ [field]: long })));
    }
  }
});
