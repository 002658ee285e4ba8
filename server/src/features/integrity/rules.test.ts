import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isByDay,
  limitToMerchant,
  parseInvariants,
  periodsOf,
  rows_at_most,
  splitAtParameters,
  toViolation,
} from './rules.ts';

const text = `-- A comment.

-- I1 a level is the sum
-- mend: add {missing} to {id}
select 1
-- and more
as id;

-- I2 another
-- mend: nothing
select 2;
`;

test('reads a file of invariants', () => {
  assert.deepEqual(parseInvariants(text), [
    { id: 'I1', holds: 'a level is the sum', mend: 'add {missing} to {id}', query: 'select 1\n-- and more\nas id' },
    { id: 'I2', holds: 'another', mend: 'nothing', query: 'select 2' },
  ]);
  assert.throws(() => parseInvariants('-- I1 without a correction\nselect 1;'), /not an invariant/);
});

test('returns the first of many rows, each with its correction', () => {
  const [invariant] = parseInvariants(text);
  assert.ok(invariant);
  const rows = Array.from({ length: rows_at_most + 5 }, (_, id) => ({ id: BigInt(id), missing: null }));
  const { broken, rows: returned } = toViolation(invariant, rows);
  assert.deepEqual([broken, returned.length], [rows_at_most + 5, rows_at_most]);
  assert.deepEqual(returned[3], { record: { id: '3', missing: null }, mend: 'add nothing to 3' });
});

test('requires placeholders for the merchant and both days in each query', () => {
  const invariant = {
    id: 'I1',
    holds: '',
    mend: '',
    query: `m = $1 and a between '-infinity'::date and 'infinity'::date + 1`,
  };
  assert.ok(isByDay(invariant));
  assert.deepEqual(splitAtParameters(invariant.query), [
    'm = ',
    '$1',
    ' and a between ',
    `'-infinity'::date`,
    ' and ',
    `'infinity'::date`,
    ' + 1',
  ]);
  assert.ok(!isByDay({ ...invariant, query: 'select 1' }));
});

test('checks a long history by month without gaps', () => {
  assert.deepEqual(periodsOf({ first: '2026-01-31', last: '2026-03-02', is_long: true }), [
    { start_date: '-infinity', end_date: '2026-01-31' },
    { start_date: '2026-02-01', end_date: '2026-02-28' },
    { start_date: '2026-03-01', end_date: 'infinity' },
  ]);
  for (const history of [
    { first: '2020-01-31', last: '2026-03-02', is_long: false },
    { first: null, last: '2026-03-02', is_long: true },
  ])
    assert.deepEqual(periodsOf(history), [{ start_date: '-infinity', end_date: 'infinity' }]);
});

test('restricts each table to the rows of one merchant', () => {
  const part = (table: string, column = 'merchant_id') =>
    `${table} as not materialized (select * from public.${table} where ${column} = $1)`;
  assert.equal(
    limitToMerchant('select m.id from merchants m left join sales s on true'),
    `with ${part('merchants', 'id')}, ${part('sales')}\nselect m.id from merchants m left join sales s on true`,
  );
  const query = 'with told as (\n  select * from events left join lateral (select 1) f on true\n)\nselect * from told';
  assert.equal(limitToMerchant(query), `with ${part('events')}, ${query.slice('with '.length)}`);
});
