import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { newId } from '../../server/src/core/ids.ts';
import { type Operation, operationsOf, type Schema } from '../fuzz/operations.ts';
import { createRandom } from '../random.ts';
import { eachForm, hostileAddresses, largestAddress } from './addresses.ts';
import { detailsIn, elementsIn } from './figures.ts';
import { loopDelayIn } from './gauges.ts';
import { fileBytesAtMost, hostileCsv, hostileImages, imageBytesAtMost } from './hostile-uploads.ts';
import { bodyBytesAtMost, deepBodies, largestRight, largestWrong, overlongArrays, wideBodies } from './json-bodies.ts';
import { idsOf, type Merchant } from './merchants.ts';
import { arraysIn, lengthOf } from './schema-values.ts';

const description = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as object;
const operations = operationsOf(description);
const jsonBodies = operations.flatMap(({ id, body }) => (body?.media === 'json' ? [{ id, schema: body.schema }] : []));
const ids = { idOf: () => newId(), idInPath: () => newId() };

const formats: Record<string, (text: string) => boolean> = {
  text: () => true,
  'filled-text': (text) => /\S/.test(text),
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text),
  email: (text) => text.length <= 254 && /^[^@\s]+@[^@\s]+$/.test(text),
  uri: (text) => /^https?:/.test(text) && URL.canParse(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  'date-time': (text) => !Number.isNaN(Date.parse(text)),
  'date-or-time': (text) => !Number.isNaN(Date.parse(text)),
  currency: (text) => /^[A-Z]{3}$/.test(text),
  timezone: (text) => /^\w+(\/\w+)?$/.test(text),
};
const ajv = new Ajv2020({ strict: false, formats });
const compiled = new Map<Schema, ValidateFunction>();
function accepts(schema: Schema, value: unknown): boolean {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate(value) === true;
}

/** Paths in a value at which it is right, or has too few elements or fields. Must be empty for a wrong value. */
function rightPaths(schema: Schema, value: unknown, path = ''): string[] {
  const first = schema.anyOf?.[0];
  if (first !== undefined) return rightPaths(first, value, path);
  if (schema.properties !== undefined && typeof value === 'object' && value !== null)
    return Object.entries(schema.properties).flatMap(([name, field]) =>
      name in value
        ? rightPaths(field, (value as Record<string, unknown>)[name], `${path}.${name}`)
        : [`${path}.${name} is missing`],
    );
  if (Array.isArray(value)) {
    const items = schema.items ?? {};
    const length = value.length === lengthOf(schema) ? [] : [`${path} has ${value.length} elements`];
    return [...length, ...value.flatMap((element, at) => rightPaths(items, element, `${path}[${at}]`))];
  }
  return accepts(schema, value) ? [path] : [];
}

test('the largest wrong body has the maximum size, and each element and field is wrong', () => {
  assert.ok(jsonBodies.length > 30);
  for (const [seed, { id, schema }] of jsonBodies.entries()) {
    const text = largestWrong(schema, createRandom(seed));
    assert.ok(text.length <= bodyBytesAtMost, `${id}: ${text.length} bytes`);
    assert.ok(text.length > bodyBytesAtMost * 0.9, `${id}: only ${text.length} bytes`);
    assert.deepEqual(rightPaths(schema, JSON.parse(text)), [], id);
  }
});

test('the largest right body has full arrays, and its schema accepts it', () => {
  for (const { id, schema } of jsonBodies) {
    const body = JSON.parse(largestRight(schema, ids, createRandom(1)));
    assert.ok(accepts(schema, body), `${id}: ${ajv.errorsText(compiled.get(schema)?.errors)}`);
    for (const { path } of arraysIn(schema)) {
      const [array, field] = path.reduce<[Record<string, unknown>, Schema]>(
        ([value, inner], name) => [value[name] as Record<string, unknown>, inner.properties?.[name] ?? {}],
        [body, schema],
      );
      assert.equal((array as unknown as unknown[]).length, lengthOf(field), `${id}: ${path.join('.')}`);
    }
  }
});

test('an overlong array fills the largest body with wrong elements', () => {
  let arrays = 0;
  for (const { id, schema } of jsonBodies) {
    for (const { kind, text } of overlongArrays(schema, createRandom(2))) {
      arrays += 1;
      const body = text();
      assert.ok(
        body.length <= bodyBytesAtMost && body.length > bodyBytesAtMost - 16,
        `${id}, ${kind}: ${body.length} bytes`,
      );
      const array = arraysIn(schema).find(({ path }) => kind.startsWith(`overlong ${path.join('.')} of`));
      assert.ok(array !== undefined);
      const elements = array.path.reduce((value, name) => value[name], JSON.parse(body)) as unknown[];
      assert.ok(elements.length > 100_000, `${id}, ${kind}: ${elements.length} elements`);
      assert.ok(!accepts(array.items, elements[0]), `${id}, ${kind}`);
    }
  }
  assert.ok(arrays >= 20, `only ${arrays} arrays`);
});

test('deep and wide bodies have the maximum size', () => {
  for (const schema of [undefined, ...jsonBodies.slice(0, 4).map((body) => body.schema)]) {
    const bodies = [...deepBodies(schema), ...wideBodies(schema)];
    for (const { kind, text } of bodies) {
      const { length } = text();
      assert.ok(length <= bodyBytesAtMost && length > bodyBytesAtMost * 0.99, `${kind}: ${length} bytes`);
    }
    const [wide] = wideBodies(schema);
    assert.ok(Object.keys(JSON.parse(wide?.text() ?? '')).length > 80_000);
  }
});

test('addresses fit into a request header, and each parameter of a wrong one is wrong', () => {
  for (const operation of operations) {
    for (const { kind, path } of hostileAddresses(operation, ids, createRandom(3))) {
      assert.ok(path.length < 13_000, `${operation.id}, ${kind}: ${path.length} bytes`);
      if (kind === 'wrong query') assert.deepEqual(rightParameters(operation, path), [], operation.id);
    }
    const right = largestAddress(operation, ids, createRandom(3)).path;
    assert.ok(!right.includes('{') && right.length < 1_000, right);
  }
});

/** Parameters that their schema accepts, although it could reject a value. */
function rightParameters({ fields }: Operation, path: string): string[] {
  const query = new URL(path, 'http://shop.test').searchParams;
  return fields.flatMap(({ name, in: location, schema }) => {
    const { enum: known, format, maxLength, pattern, type } = schema;
    const canBeWrong =
      known ?? format ?? pattern ?? (maxLength !== undefined && maxLength < 500 ? maxLength : undefined);
    if (location !== 'query' || (canBeWrong === undefined && type === 'string')) return [];
    if (format === 'text' && (maxLength ?? 2_000) > 500) return [];
    const value = query.get(name);
    const parsed = type === 'string' || value === null || Number.isNaN(Number(value)) ? value : Number(value);
    return accepts(schema, parsed) ? [`${name}=${value?.slice(0, 20)}`] : [];
  });
}

test('every path with an id has a record of the attacker, except where it has none or would lose it', () => {
  const record = (name: string) => `record-${name}`;
  const merchant = new Proxy({} as Merchant, {
    get: (_, name) =>
      ['products', 'warehouses'].includes(String(name)) ? [record(String(name))] : record(String(name)),
  });
  const known = operations.filter(({ path }) => path.includes('{'));
  const reached = known.filter(({ path, ...rest }) =>
    largestAddress({ path, ...rest }, idsOf(merchant), createRandom(3)).path.includes('/record-'),
  );
  const missed = known.filter((one) => !reached.includes(one)).map(({ id }) => id);
  assert.deepEqual(missed.filter((id) => !/^(delete|erase|void|rotate)/.test(id)).sort(), [
    ...[
      'cancelExport',
      'closeShift',
      'countShift',
      'deactivateColleague',
      'endColleagueSessions',
      'endSession',
      'getApiKey',
      'getColleague',
    ],
    ...['getExport', 'makeResetLink', 'reactivateColleague', 'removePasskey', 'renameApiKey', 'renamePasskey'],
    ...['resendInvitation', 'revokeApiKey', 'updateColleague'],
  ]);
  assert.throws(() => idsOf(merchant).idInPath('getSecret', 'secrets'), /no record for getSecret, in secrets/);
});

test('asks for each form of a response', () => {
  const formsOf = (id: string) => {
    const operation = operations.find((one) => one.id === id);
    assert.ok(operation !== undefined, id);
    return eachForm(operation, { kind: 'right', path: '/a?limit=9&format=pdf' }).map(({ path }) => path);
  };
  assert.deepEqual(
    formsOf('getReceipt'),
    ['json', 'pdf', 'escpos'].map((format) => `/a?limit=9&format=${format}`),
  );
  assert.deepEqual(formsOf('listProducts'), []);
});

test('hostile files have the requested size', () => {
  for (const { kind, make, largest } of [...hostileCsv, ...hostileImages]) {
    assert.ok(
      largest !== undefined &&
        largest < (hostileCsv.some((file) => file.kind === kind) ? fileBytesAtMost : imageBytesAtMost),
      kind,
    );
    const bytes = Buffer.byteLength(make(64 * 1024));
    assert.ok(bytes <= 64 * 1024 && bytes > 60 * 1024, `${kind}: ${bytes} bytes`);
  }
});

test('reads the hold of the event loop from the metrics', () => {
  assert.equal(loopDelayIn('a 1\ntillhouse_event_loop_delay_seconds{quantile="max"} 0.0625\nb 2'), 62.5);
  assert.throws(() => loopDelayIn('tillhouse_event_loop_delay_seconds{quantile="0.99"} 0.0625'));
});

test('counts the elements that a rejection names beside the length of their array', () => {
  const fields = ['items', 'items[0]', 'items[12].quantity', 'itemsize', 'customer_id'];
  const text = JSON.stringify({ error: { details: fields.map((field) => ({ field, message: 'is wrong' })) } }, null, 1);
  const response = { status: 400, wait_ms: 1, bytes: text.length, text, retry_after: undefined };
  assert.deepEqual(detailsIn(response), fields);
  assert.equal(elementsIn(response, 'items'), 2);
  assert.equal(elementsIn({ ...response, text: text.slice(0, -40) }, 'items'), 2);
});

test('the same seed draws the same bodies', () => {
  const draw = (seed: number) =>
    jsonBodies.map(({ schema }) => largestWrong(schema, createRandom(seed)).slice(0, 2_000)).join();
  assert.equal(draw(5), draw(5));
});
