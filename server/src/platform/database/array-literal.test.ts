import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createTestApp } from '../../../../test/test-app.ts';
import { newId } from '../../core/ids.ts';
import { arrayLiteral, elementsIn } from './array-literal.ts';

const app = await createTestApp();

/** The values that PostgreSQL parses from the literal. */
async function readBack(type: string, values: readonly unknown[]): Promise<unknown[]> {
  const { rows } = await app.admin.query(`select to_json($1::${type}[]) as read`, [arrayLiteral(values)]);
  return rows[0].read;
}

test('every list of texts is read back unchanged', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', '')),
    fc.constantFrom('', 'null', 'NULL', 'Null', '{}', '"', '\\', 'a,b', ' a ', '-', "'"),
    fc.string({
      unit: fc.constantFrom('"', '\\', 'a', ' ', ',', '\n', '\u0007', '\u007f', '\u2028', '😀'),
      maxLength: 8,
    }),
    fc.json(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      // UTF-8 cannot encode half of a surrogate pair.
      const whole = values.map((value) => value?.toWellFormed() ?? null);
      assert.deepEqual(await readBack('text', whole), whole);
    }),
    { numRuns: 100 },
  );
});

test('reads every list of texts that the database writes', async () => {
  const text = fc.string({
    unit: fc.constantFrom('"', '\\', 'a', ' ', ',', '\n', '{', '}', 'é', '😀', 'NULL', '\t'),
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      const { rows } = await app.admin.query('select $1::text[]::text as written', [arrayLiteral(values)]);
      assert.deepEqual(elementsIn(rows[0].written), values);
    }),
    { numRuns: 200 },
  );
  const [first, second] = [newId(), newId()];
  const read = await app.database.global.one(
    sql<{ ids: string[]; texts: string[] }>`select ${[first, second]}::uuid[] as ids, ${['a b', 'c']}::text[] as texts`,
  );
  assert.deepEqual(read, { ids: [first, second], texts: ['a b', 'c'] });
});

test('numbers, booleans, bytes and nulls are read back unchanged', async () => {
  assert.deepEqual(await readBack('int', [1, -2, null, undefined]), [1, -2, null, null]);
  assert.deepEqual(await readBack('bigint', [9_007_199_254_740_991n]), [9_007_199_254_740_991]);
  assert.deepEqual(await readBack('double precision', [1e21, 0.1, Number.NaN]), [1e21, 0.1, 'NaN']);
  assert.deepEqual(await readBack('boolean', [true, false, null]), [true, false, null]);
  assert.deepEqual(await readBack('bytea', [Buffer.from([0, 255]), Buffer.alloc(0)]), ['\\x00ff', '\\x']);
});

test('leaves values of other types to the driver', () => {
  assert.equal(arrayLiteral([new Date(0)]), undefined);
  assert.equal(arrayLiteral([[1], [2]]), undefined);
  assert.equal(arrayLiteral([{ a: 1 }]), undefined);
});
