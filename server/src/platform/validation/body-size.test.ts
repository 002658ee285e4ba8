import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError, ValidationErrors } from '../../core/errors.ts';
import { depthAtMost, emptyOverlongArrays, measureJson } from './body-size.ts';
import { boundDetails } from './rule-faults.ts';

const same = (field: string) => field;

function sizeOf(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 0 };
  const inner = Object.values(value).map(sizeOf);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + Math.max(0, inner.length - 1) + inner.reduce((sum, { values }) => sum + values, 0),
  };
}

test('measures the depth, the values and the array lengths of any JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), fc.constantFrom(0, 2), (body, spaces) => {
      const measured = measureJson(JSON.stringify(body, null, spaces));
      const { depth, values } = sizeOf(body);
      assert.deepEqual([measured.depth, measured.values], [depth, values]);
      const arrays = Object.entries(body).flatMap(([key, value]) =>
        Array.isArray(value) ? [[key, value.length] as const] : [],
      );
      assert.deepEqual([...measured.arrays].sort(), arrays.sort());
    }),
  );
});

test('counts no elements in an array with only spaces', () => {
  const { arrays } = measureJson('{"a": [ ], "b":[\n], "c": [ 1 ], "d":[1], "e":[]}');
  assert.deepEqual(Object.fromEntries(arrays), { a: 0, b: 0, c: 1, d: 1, e: 0 });
});

test('a single value has no depth', () => {
  assert.deepEqual([measureJson('5').depth, measureJson('[5]').depth], [0, 1]);
});

test('stops counting if the nesting is too deep', () => {
  assert.equal(measureJson('['.repeat(1_000_000)).depth, depthAtMost + 1);
});

test('measures text that is not JSON without failing', () => {
  fc.assert(fc.property(fc.string(), (text) => measureJson(text).values >= 0));
  for (const text of ['"', '"\\', '{"a', '{[', ']]]', '{"a":[1,2', ',,,']) measureJson(text);
});

test('empties arrays that exceed the limit of their schema, at any depth, and keeps the others', () => {
  const schema = {
    properties: {
      items: { type: 'array', maxItems: 2, items: { properties: { tags: { type: 'array', maxItems: 1 } } } },
      ids: { type: 'array', maxItems: 3 },
    },
  };
  const body = { items: [{ tags: [1] }, { tags: [1, 2] }], ids: [1, 2, 3, 4], others: [1, 2, 3, 4, 5] };
  assert.deepEqual(emptyOverlongArrays(schema, body), [
    { path: '/items/1/tags', limit: 1 },
    { path: '/ids', limit: 3 },
  ]);
  assert.deepEqual(body, { items: [{ tags: [1] }, { tags: [] }], ids: [], others: [1, 2, 3, 4, 5] });
});

test('an error keeps a hundred details and counts the others', () => {
  const errors = new ValidationErrors();
  for (let at = 0; at < 1_000; at += 1) errors.add(`items[${at}]`, 'is wrong');
  assert.equal(errors.details.length, 100);
  assert.throws(() => errors.throwIfAny(), { more_details: 900 });
  const error = new AppError(
    'INSUFFICIENT_STOCK',
    'x',
    Array.from({ length: 250 }, (_, at) => ({ field: String(at), message: 'x' })),
  );
  const sent = boundDetails(error, same);
  assert.equal(sent.length, 101);
  assert.deepEqual(sent.at(-1), { field: 'details', message: '150 more are not listed' });
});

test('truncates long fields and messages, and limits the size of every response', () => {
  for (const character of ['x', '\u0001', '😀', '"']) {
    const details = Array.from({ length: 100 }, () => ({
      field: character.repeat(5_000),
      message: character.repeat(50_000),
    }));
    const sent = boundDetails(new AppError('VALIDATION_ERROR', 'x', details), same);
    assert.ok(Buffer.byteLength(JSON.stringify(sent)) < 220 * 1024, character);
    assert.ok(JSON.stringify(sent).isWellFormed());
    const missing = 100 - sent.filter(({ field }) => field !== 'details').length;
    if (missing > 0) assert.deepEqual(sent.at(-1), { field: 'details', message: `${missing} more are not listed` });
  }
});

test('adds no row to exactly a hundred details', () => {
  const details = Array.from({ length: 100 }, (_, at) => ({ field: String(at), message: 'x' }));
  assert.deepEqual(boundDetails(new AppError('VALIDATION_ERROR', 'x', details), same), details);
});

test('sends details of 200 KiB, and leaves the last one out if they are longer', () => {
  const details = Array.from({ length: 100 }, () => ({ field: 'f'.repeat(23), message: 'é'.repeat(1_000) }));
  assert.equal(Buffer.byteLength(JSON.stringify(details[0])) * 100, 200 * 1024);
  assert.deepEqual(boundDetails(new AppError('VALIDATION_ERROR', 'x', details), same), details);
  const longer = details.with(0, { field: 'f'.repeat(24), message: 'é'.repeat(1_000) });
  const sent = boundDetails(new AppError('VALIDATION_ERROR', 'x', longer), same);
  assert.deepEqual(sent.slice(98), [details[98], { field: 'details', message: '1 more are not listed' }]);
});

test('names of up to 200 characters and messages of up to 1,000 are sent whole, longer ones shortened', () => {
  const sent = (field: number, message: number) =>
    boundDetails(
      new AppError('VALIDATION_ERROR', 'x', [{ field: 'f'.repeat(field), message: 'm'.repeat(message) }]),
      same,
    );
  assert.deepEqual(sent(200, 1_000), [{ field: 'f'.repeat(200), message: 'm'.repeat(1_000) }]);
  assert.deepEqual(sent(201, 1_001), [{ field: `${'f'.repeat(200)}…`, message: `${'m'.repeat(1_000)}…` }]);
});
