import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addToResult,
  type Change,
  emptyResult,
  entriesAtMost,
  type Facts,
  type Fields,
  planSubject,
} from './undo-rules.ts';

const change = (part: Partial<Change>): Change => ({
  id: 'c',
  kind: 'product',
  subject_id: 'p',
  warehouse_id: null,
  quantity: null,
  before: null,
  after: null,
  created_at: '2026-01-01T00:00:00.000Z',
  ...part,
});
const stock = (quantity: number, warehouse_id = 'w') => change({ kind: 'stock', quantity, warehouse_id });
const facts = (fields: Fields, part: Partial<Facts> = {}): Facts => ({
  current: { id: 'p', sku: 'TEA', name: 'Tea', fields },
  used: undefined,
  variants: 0,
  moved: new Set(),
  stockFault: () => undefined,
  ...part,
});
const created = change({ after: { name: 'Tea', price: '450' } });

test('removes what the import created, with its stock', () => {
  const plan = planSubject([created, stock(5)], facts({ name: 'Tea', price: '450' }));
  assert.deepEqual(plan, { isRemoved: true, fields: {}, moves: [{ warehouse_id: 'w', quantity: -5 }], kept: [] });
});

test('keeps a new product that was edited, sold or moved since, or has variants, and says why', () => {
  const reason = (given: Facts) => planSubject([created, stock(5)], given).kept.map((kept) => kept.reason);
  const same = { name: 'Tea', price: '450' };
  assert.deepEqual(reason(facts({ ...same, price: '500' })), ['was edited since: price']);
  assert.deepEqual(reason(facts(same, { used: 'was used in a sale since' })), ['was used in a sale since']);
  assert.deepEqual(reason(facts(same, { moved: new Set(['w']) })), ['its stock has moved since']);
  assert.deepEqual(reason(facts(same, { variants: 1 })), ['has variants that are kept']);
  assert.deepEqual(reason({ ...facts(same), current: undefined }), ['was deleted since']);
});

test('sets back each field that is still as the import left it', () => {
  const changes = [
    change({ before: { price: '400', name: 'Te' }, after: { price: '450', name: 'Tea' } }),
    change({ before: { price: '450' }, after: { price: '460' } }),
  ];
  const plan = planSubject(changes, facts({ price: '460', name: 'Green tea' }));
  assert.deepEqual(plan.fields, { price: '400' });
  assert.deepEqual(
    plan.kept.map(({ sku, field, outcome, reason }) => [sku, field, outcome, reason]),
    [['TEA', 'name', 'kept', 'was edited since']],
  );
});

test('the value before is that before the first change, also if there was none', () => {
  const changes = [
    change({ before: { unit: null }, after: { unit: 'kg' } }),
    change({ before: { unit: 'kg' }, after: { unit: 'g' } }),
  ];
  assert.deepEqual(planSubject(changes, facts({ unit: 'g' })).fields, { unit: null });
});

test('a category is the same one after it was renamed, and another one of the same name is not', () => {
  const changes = [
    change({ before: { category: null, category_id: null }, after: { category: 'tea', category_id: 'c' } }),
  ];
  const planOf = (category: string, category_id: string) => planSubject(changes, facts({ category, category_id }));
  assert.deepEqual(planOf('Teas', 'c').fields, { category: null, category_id: null });
  const { fields, kept } = planOf('tea', 'd');
  assert.deepEqual([fields, kept.map(({ field }) => field)], [{}, ['category']]);
});

test('sets back stock, unless it has moved since or a rule forbids it', () => {
  const changes = [stock(5), stock(2), stock(-3, 'v')];
  assert.deepEqual(planSubject(changes, facts({})).moves, [
    { warehouse_id: 'w', quantity: -7 },
    { warehouse_id: 'v', quantity: 3 },
  ]);
  const plan = planSubject(changes, facts({}, { moved: new Set(['v']), stockFault: () => 'only 1 available' }));
  assert.deepEqual(
    plan.kept.map(({ outcome, reason }) => `${outcome} ${reason}`),
    ['failed only 1 available', 'kept has moved since'],
  );
});

test('counts everything and lists the first hundred', () => {
  let result = emptyResult();
  const plan = planSubject([created], facts({ name: 'X', price: '450' }));
  for (let at = 0; at < 150; at += 1) result = addToResult(result, plan);
  assert.deepEqual([result.kept, result.entries.length], [150, entriesAtMost]);
  let others = emptyResult();
  const kept = { subject_id: 'p', sku: null, name: 'Tea', field: 'stock', reason: 'none available' };
  for (const each of [
    { isRemoved: true, fields: {}, moves: [{ warehouse_id: 'w', quantity: -5 }], kept: [] },
    { isRemoved: true, fields: {}, moves: [], kept: [] },
    { isRemoved: false, fields: { price: '1' }, moves: [{ warehouse_id: 'w', quantity: 1 }], kept: [] },
    { isRemoved: false, fields: { name: 'X', price: '1' }, moves: [], kept: [{ ...kept, outcome: 'failed' as const }] },
    { isRemoved: false, fields: {}, moves: [], kept: [{ ...kept, outcome: 'failed' as const }] },
  ])
    others = addToResult(others, each);
  const { entries, ...counts } = others;
  assert.deepEqual(counts, { removed: 2, restored: 2, stock_reversed: 2, kept: 0, failed: 2 });
  assert.equal(entries.length, 2);
});
