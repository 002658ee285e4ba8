import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { comesAfter, type SortKey } from './row-order.ts';
import { compile } from './statement.ts';

const key = (name: string, descending = false): SortKey => ({ name, column: sql.ref(name), type: 'text', descending });
const conditionOf = (order: SortKey[], indexed?: number) =>
  compile(comesAfter(order, ['1', '2'], { indexed })).text.replaceAll('"', '');

test('an index scan begins at the indexed columns alone, if other tables have the others', () => {
  const order = [key('p.name'), key('w.name')];
  const whole = '(p.name, w.name) >= ($2::text, $3::text) and (p.name, w.name) <> ($4::text, $5::text)';
  assert.equal(conditionOf(order, 1), `(p.name >= $1::text and ${whole})`);
  assert.equal(conditionOf(order, 2), `(p.name >= $1::text and ${whole})`);
});

test('an index scan begins at the first column, which may have a bound of its own', () => {
  const rest = '(at, id) <= ($2::text, $3::text) and (at, id) <> ($4::text, $5::text)';
  assert.equal(conditionOf([key('at', true), key('id', true)]), `(at <= $1::text and ${rest})`);
  assert.equal(conditionOf([key('id')]), 'id > $1::text');
  assert.equal(conditionOf([key('id', true)]), 'id < $1::text');
});

test('an index scan begins at the first column, if the columns have different directions', () => {
  const condition = conditionOf([key('name'), key('price', true)]);
  assert.match(condition, /^\(name >= \$1::text and \(name > .* or \(name = .* and \(price < .*/);
});
