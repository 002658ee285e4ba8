import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cake, found, mug, request, scanned, tea } from '../../../../test/pages/till-events.ts';
import { type Cart, canBePaid, emptyCart, itemsOf, totalOf } from './cart.ts';
import { emptyTill, nextTill, type TillEvent, type TillState } from './till-state.ts';

const euro = { currency: 'EUR', tax_mode: 'inclusive', tax_rate: 19 } as const;

const applyEvents = (events: readonly TillEvent[], from: TillState = emptyTill) => events.reduce(nextTill, from);
const shown = ({ lines }: Cart) =>
  lines.map(({ code, quantity, state }) => [state.kind === 'ready' ? state.goods.id : code, quantity, state.kind]);

test('adds a line at once for a scan, and blocks payment until the product is known', () => {
  const looking = applyEvents([scanned('123')]);
  assert.deepEqual(shown(looking.cart), [['123', 1, 'looking']]);
  assert.equal(canBePaid(looking.cart), false);
  const ready = applyEvents([found('1', mug)], looking);
  assert.deepEqual(shown(ready.cart), [['mug', 1, 'ready']]);
  assert.equal(canBePaid(ready.cart), true);
});

test('increases the quantity for a repeated code, known or not, and moves the line to the end', () => {
  const twice = applyEvents([
    scanned('123'),
    scanned('123', 2),
    scanned('456'),
    found('1', mug),
    found('2', tea),
    scanned('123'),
  ]);
  assert.deepEqual(shown(twice.cart), [
    ['mug', 3, 'ready'],
    ['tea', 1, 'ready'],
    ['123', 1, 'looking'],
  ]);
  assert.deepEqual(shown(applyEvents([found('3', mug)], twice).cart), [
    ['tea', 1, 'ready'],
    ['mug', 4, 'ready'],
  ]);
});

test('accepts lookup results in any order, and ignores the result of a removed line', () => {
  const state = applyEvents([
    scanned('1'),
    scanned('2'),
    found('2', tea),
    { type: 'removed', key: '1' },
    found('1', mug),
  ]);
  assert.deepEqual(shown(state.cart), [['tea', 1, 'ready']]);
});

test('keeps an ambiguous code on its line, and puts the next scan on a new line', () => {
  const ambiguous = applyEvents([scanned('te'), found('1', tea, cake), scanned('99'), found('2', mug)]);
  assert.deepEqual(shown(ambiguous.cart), [
    ['te', 1, 'choose'],
    ['mug', 1, 'ready'],
  ]);
  assert.equal(canBePaid(ambiguous.cart), false);
  assert.deepEqual(shown(applyEvents([{ type: 'chosen', key: '1', goods: cake }], ambiguous).cart), [
    ['cake', 1, 'ready'],
    ['mug', 1, 'ready'],
  ]);
});

test('keeps a line whose code is unknown or whose lookup failed', () => {
  const state = applyEvents([
    scanned('1'),
    scanned('2'),
    { type: 'notFound', key: '1' },
    { type: 'lookupFailed', key: '2' },
  ]);
  assert.deepEqual(shown(state.cart), [
    ['1', 1, 'unknown'],
    ['2', 1, 'failed'],
  ]);
  assert.equal(canBePaid(state.cart), false);
  assert.equal(applyEvents([{ type: 'lookupRetried', key: '2' }], state).cart.lines[1]?.state.kind, 'looking');
});

test('adds scans to the next sale while a sale is being sent', () => {
  const sending = applyEvents([scanned('1'), found('1', mug), { type: 'sent', request }, scanned('2')]);
  assert.deepEqual(shown(sending.cart), [['2', 1, 'looking']]);
  const recorded = applyEvents([{ type: 'recorded' }, found('2', tea)], sending);
  assert.deepEqual([shown(recorded.cart), recorded.sent], [[['tea', 1, 'ready']], null]);
});

test('restores a rejected sale unchanged, and queues the next one', () => {
  const rejected = applyEvents([
    scanned('1'),
    found('1', mug),
    { type: 'changed', part: { note: 'a gift', buyer: { id: 'c', name: 'Anna' }, discount: { percent: 5 } } },
    { type: 'sent', request },
    scanned('2'),
    { type: 'rejected', pricesChanged: false },
    found('2', tea),
  ]);
  assert.deepEqual(shown(rejected.cart), [['mug', 1, 'ready']]);
  assert.deepEqual(
    [rejected.cart.note, rejected.cart.buyer?.name, rejected.cart.discount],
    ['a gift', 'Anna', { percent: 5 }],
  );
  const over = applyEvents([{ type: 'sent', request }, { type: 'recorded' }], rejected);
  assert.deepEqual([shown(over.cart), over.waiting], [[['tea', 1, 'ready']], []]);
});

test('looks products up again when a sale is rejected because of its prices', () => {
  const state = applyEvents([
    scanned('4006'),
    found('1', mug),
    { type: 'sent', request },
    { type: 'rejected', pricesChanged: true },
  ]);
  assert.deepEqual(shown(state.cart), [['MUG', 1, 'looking']]);
});

test('keeps custom items and products with a changed price on separate lines', () => {
  const item = { name: 'Engraving', price: 3, tax_rate: 7 };
  const state = applyEvents([
    scanned('1'),
    found('1', mug),
    { type: 'priceChanged', key: '1', price: 3.5 },
    { type: 'picked', goods: mug, quantity: 2 },
    { type: 'customAdded', item, quantity: 1 },
    { type: 'customAdded', item, quantity: 2 },
  ]);
  assert.deepEqual(itemsOf(state.cart), [
    { product_id: 'mug', price: 3.5, quantity: 1 },
    { product_id: 'mug', quantity: 2 },
    { ...item, quantity: 1 },
    { ...item, quantity: 2 },
  ]);
  assert.equal(totalOf(state.cart, euro), 20.5);
  // Rejected because of its prices: a custom item has no catalogue price to look up.
  const rejected = applyEvents(
    [
      { type: 'sent', request },
      { type: 'rejected', pricesChanged: true },
    ],
    state,
  );
  assert.deepEqual(
    shown(rejected.cart).map(([, , kind]) => kind),
    ['looking', 'looking', 'ready', 'ready'],
  );
});

test('keeps the payment choice with its sale', () => {
  const paying = { parts: [], method: 'card', received: undefined } as const;
  const sent = applyEvents([
    scanned('1'),
    found('1', mug),
    { type: 'changed', part: { paying } },
    { type: 'sent', request },
  ]);
  assert.deepEqual([sent.cart.paying, sent.turn], [null, 1]);
  const [next, before] = [{ ...paying, method: 'cash', received: 5 } as const, paying];
  const begun = applyEvents([scanned('2'), { type: 'changed', part: { paying: next } }], sent);
  const recorded = applyEvents([{ type: 'recorded' }], begun);
  assert.deepEqual([recorded.cart.paying, recorded.turn], [next, begun.turn]);
  const rejected = applyEvents([{ type: 'rejected', pricesChanged: false }], begun);
  assert.deepEqual([rejected.cart.paying, rejected.waiting[0]?.paying, rejected.turn], [before, next, begun.turn + 1]);
});

test('opens a parked sale once, before the sale that was begun', () => {
  const parked = { ...emptyCart, parked_id: 'p', label: 'Table 4' };
  const begun = applyEvents([scanned('1'), found('1', mug), { type: 'opened', cart: parked }]);
  assert.deepEqual([begun.cart.label, begun.waiting.map(shown)], ['Table 4', [[['mug', 1, 'ready']]]]);
  const again = applyEvents([{ type: 'opened', cart: { ...parked, label: 'Table 5' } }], begun);
  assert.deepEqual([again.cart.label, again.waiting.length], ['Table 5', 1]);
  assert.deepEqual(shown(applyEvents([{ type: 'emptied' }], again).cart), [['mug', 1, 'ready']]);
});

test('restores a removed line at its position', () => {
  const lines = applyEvents([
    scanned('1'),
    found('1', mug),
    scanned('2'),
    found('2', tea),
    scanned('3'),
    found('3', cake),
  ]);
  const back = applyEvents([{ type: 'removed', key: '2' }, { type: 'removalUndone' }], lines);
  assert.deepEqual(shown(back.cart), shown(lines.cart));
  assert.deepEqual(shown(applyEvents([{ type: 'removalUndone' }], back).cart), shown(lines.cart));
});

test('changes the last line with plus and minus, and removes it with its last unit', () => {
  const state = applyEvents([
    scanned('1'),
    found('1', mug),
    { type: 'stepped', by: 1 },
    { type: 'stepped', by: 1 },
    { type: 'stepped', by: -1 },
  ]);
  assert.deepEqual(shown(state.cart), [['mug', 2, 'ready']]);
  const last = applyEvents([{ type: 'stepped', by: -1 }], state);
  assert.deepEqual(shown(last.cart), [['mug', 1, 'ready']]);
  assert.deepEqual(shown(applyEvents([{ type: 'stepped', by: -1 }], last).cart), []);
});

test('keeps a discounted line separate from the same product', () => {
  const state = applyEvents([
    scanned('1'),
    found('1', mug),
    { type: 'lineDiscounted', key: '1', discount: { percent: 10 } },
    scanned('1'),
    found('2', mug),
  ]);
  assert.deepEqual(itemsOf(state.cart), [
    { product_id: 'mug', quantity: 1, discount: { percent: 10 } },
    { product_id: 'mug', quantity: 1 },
  ]);
  // 4.00 and 3.60 after the discount.
  assert.equal(totalOf(state.cart, euro), 7.6);
});

test('ignores the result of an earlier sale if another tab has sent the next one', () => {
  const sent = (id: string): TillEvent => ({
    type: 'sent',
    request: { name: 'createTransaction', call: { body: { id, items: [] } } },
  });
  const first = applyEvents([{ type: 'picked', goods: mug, quantity: 1 }, sent('one')]);
  assert.equal(nextTill(first, { type: 'recorded', sale_id: 'one' }).sent, null);
  const followed = nextTill(first, {
    type: 'synced',
    state: applyEvents([{ type: 'picked', goods: mug, quantity: 2 }, sent('two')]),
  });
  for (const late of [
    { type: 'recorded', sale_id: 'one' },
    { type: 'rejected', pricesChanged: false, sale_id: 'one' },
  ] as const)
    assert.equal(nextTill(followed, late), followed);
  assert.equal(
    nextTill(followed, { type: 'rejected', pricesChanged: false, sale_id: 'two' }).cart.lines[0]?.quantity,
    2,
  );
});

test('does not replace a customer chosen for the next sale with that of a queued sale', () => {
  const waiting = applyEvents([
    { type: 'picked', goods: mug, quantity: 1 },
    { type: 'sent', request },
    { type: 'picked', goods: tea, quantity: 1 },
    { type: 'rejected', pricesChanged: false },
    { type: 'sent', request },
    { type: 'changed', part: { buyer: { id: 'anna', name: 'Anna' } } },
    { type: 'recorded' },
  ]);
  assert.deepEqual([waiting.cart.buyer?.name, waiting.waiting.length], ['Anna', 1]);
  assert.deepEqual(shown(applyEvents([{ type: 'emptied' }], waiting).cart), [['tea', 1, 'ready']]);
});
