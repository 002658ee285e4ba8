import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cake, found, mug, request, scanned, tea } from '../../../../test/pages/till-events.ts';
import { emptyTill, nextTill, type TillEvent, type TillState } from './till-state.ts';

const applyEvents = (events: readonly TillEvent[], from: TillState = emptyTill) => events.reduce(nextTill, from);
const kinds = ({ cart }: TillState) => cart.lines.map(({ key, code, state }) => [key, code, state.kind]);

test('does not give the key of a line to another one after another tab has emptied the till', () => {
  const emptied = applyEvents([scanned('1'), scanned('2'), { type: 'synced', state: emptyTill }, scanned('3')]);
  assert.deepEqual(kinds(emptied), [['3', '3', 'looking']]);
  assert.deepEqual(kinds(applyEvents([found('1', mug)], emptied)), [['3', '3', 'looking']]);
});

test('follows another tab that has made more lines', () => {
  const other = applyEvents([scanned('1'), scanned('2')]);
  assert.equal(nextTill(applyEvents([scanned('1')]), { type: 'synced', state: other }), other);
});

test('ignores the result of a lookup of another code', () => {
  const looking = applyEvents([scanned('456')]);
  for (const late of [
    { type: 'found', key: '1', code: '123', goods: [mug] },
    { type: 'notFound', key: '1', code: '123' },
    { type: 'lookupFailed', key: '1', code: '123' },
  ] as const)
    assert.deepEqual(kinds(nextTill(looking, late)), [['1', '456', 'looking']], late.type);
  const right = nextTill(looking, { type: 'found', key: '1', code: '456', goods: [tea] });
  assert.deepEqual(kinds(right), [['1', '456', 'ready']]);
});

test('ignores a second result for a line, which may have been removed and restored between', () => {
  const ready = applyEvents([scanned('1'), found('1', mug)]);
  assert.deepEqual(applyEvents([{ type: 'lookupFailed', key: '1' }, found('1', tea)], ready).cart, ready.cart);
  const ambiguous = applyEvents([scanned('te'), found('1', tea, cake)]);
  assert.deepEqual(applyEvents([{ type: 'lookupRetried', key: '1' }], ambiguous).cart, ambiguous.cart);
});

test('looks a product up by its id after its price has changed, apart from a scan of its SKU', () => {
  const rejected = applyEvents([
    scanned('4006'),
    found('1', mug),
    { type: 'sent', request },
    { type: 'rejected', pricesChanged: true },
    scanned('MUG'),
  ]);
  assert.deepEqual(
    rejected.cart.lines.map(({ code, product_id, quantity }) => [code, product_id, quantity]),
    [
      ['MUG', 'mug', 1],
      ['MUG', undefined, 1],
    ],
  );
});

test('counts each press of a product during its lookup, apart from a scan of its name', () => {
  const tapped = (product_id: string, name: string, quantity = 1): TillEvent => ({
    type: 'productAdded',
    product_id,
    name,
    quantity,
  });
  const looking = applyEvents([tapped('mug', 'Mug'), tapped('tea', 'Tea'), tapped('mug', 'Mug', 2), scanned('Mug')]);
  const lines = (state: TillState) => state.cart.lines.map(({ code, quantity, state }) => [code, quantity, state.kind]);
  assert.deepEqual(lines(looking), [
    ['Tea', 1, 'looking'],
    ['Mug', 3, 'looking'],
    ['Mug', 1, 'looking'],
  ]);
  const known = applyEvents([found('1', mug), tapped('mug', 'Mug'), found('4', mug)], looking);
  assert.deepEqual(lines(known), [
    ['Tea', 1, 'looking'],
    ['Mug', 1, 'looking'],
    ['Mug', 4, 'ready'],
  ]);
});

test('looks up a variant that was chosen alone when its price has changed', () => {
  const rejected = applyEvents([
    { type: 'productAdded', product_id: 'mug', name: 'Mug', quantity: 1 },
    found('1', mug, tea),
    { type: 'chosen', key: '1', goods: tea },
    { type: 'sent', request },
    { type: 'rejected', pricesChanged: true },
  ]);
  assert.deepEqual(
    rejected.cart.lines.map(({ code, product_id, offers_variants }) => [code, product_id, offers_variants]),
    [['TEA', 'tea', undefined]],
  );
});

test('a removed line is not put back into the sale of the next customer', () => {
  const queued = applyEvents([
    { type: 'picked', goods: mug, quantity: 1 },
    { type: 'sent', request },
    { type: 'picked', goods: tea, quantity: 1 },
    { type: 'rejected', pricesChanged: false },
    { type: 'sent', request },
    { type: 'picked', goods: cake, quantity: 1 },
    { type: 'removed', key: '3' },
  ]);
  assert.notEqual(queued.removed, null);
  const next = applyEvents([{ type: 'recorded' }], queued);
  assert.deepEqual([kinds(next), next.removed], [[['2', 'TEA', 'ready']], null]);
});
