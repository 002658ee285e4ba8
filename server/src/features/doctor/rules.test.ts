import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingOf, ofMerchant, parseInvariants, rows_at_most } from './rules.ts';

const text = `-- About them.

-- I1 a level is the sum
-- mend: add {missing} to {id}
select 1
-- and more
as id;

-- I2 another
-- mend: nothing
select 2;
`;

test('a file of invariants is read as it is written', () => {
  assert.deepEqual(parseInvariants(text), [
    { id: 'I1', holds: 'a level is the sum', mend: 'add {missing} to {id}', query: 'select 1\n-- and more\nas id' },
    { id: 'I2', holds: 'another', mend: 'nothing', query: 'select 2' },
  ]);
  assert.throws(() => parseInvariants('-- I1 without what would mend it\nselect 1;'), /not an invariant/);
});

test('of many rows the first are told, of each what would mend it', () => {
  const [invariant] = parseInvariants(text);
  assert.ok(invariant);
  const rows = Array.from({ length: rows_at_most + 5 }, (_, id) => ({ id: BigInt(id), missing: null }));
  const { broken, rows: told } = findingOf(invariant, rows);
  assert.deepEqual([broken, told.length], [rows_at_most + 5, rows_at_most]);
  assert.deepEqual(told[3], { record: { id: '3', missing: null }, mend: 'add nothing to 3' });
});

test('of one merchant, each table is that merchant’s part of it, and nothing else is', () => {
  const part = (table: string, column = 'merchant_id') =>
    `${table} as not materialized (select * from public.${table} where ${column} = $1)`;
  assert.equal(
    ofMerchant('select m.id from merchants m left join sales s on true'),
    `with ${part('merchants', 'id')}, ${part('sales')}\nselect m.id from merchants m left join sales s on true`,
  );
  const query = 'with told as (\n  select * from events left join lateral (select 1) f on true\n)\nselect * from told';
  assert.equal(ofMerchant(query), `with ${part('events')}, ${query.slice('with '.length)}`);
});
