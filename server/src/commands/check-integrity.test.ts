import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conclusionOf, reportOf } from './check-integrity.ts';

const invariant = { id: 'I1', holds: 'a level is the sum', mend: 'add {missing} to {id}', query: '' };
const rowsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id: id + 1, missing: 2 }));

test('reports an invariant that holds in one line', () => {
  assert.deepEqual(reportOf(invariant, []), ['holds  I1 a level is the sum']);
});

test('reports each row that violates an invariant with its correction, and how many are left out', () => {
  assert.deepEqual(reportOf(invariant, rowsOf(1)), [
    'BROKEN I1 a level is the sum',
    '       {"id":"1","missing":"2"}',
    '       to correct it: add 2 to 1',
  ]);
  const shown = (reportOf(invariant, rowsOf(1_000)).length - 2) / 2;
  assert.equal(reportOf(invariant, rowsOf(shown)).at(-1), `       to correct it: add 2 to ${shown}`);
  assert.equal(reportOf(invariant, rowsOf(shown + 1)).at(-1), '       and 1 more');
  assert.equal(reportOf(invariant, rowsOf(1_000)).at(-1), `       and ${1_000 - shown} more`);
});

test('concludes with the number of rows', () => {
  assert.deepEqual([0, 1, 2].map(conclusionOf), [
    'The books are in order.',
    '1 row violates an invariant.',
    '2 rows violate an invariant.',
  ]);
});
