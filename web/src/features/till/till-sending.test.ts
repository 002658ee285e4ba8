import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyCart, type Goods } from './cart.ts';
import type { SaleCall } from './sent-sale.ts';
import { emptyTill, nextTill, type TillEvent } from './till-state.ts';

const mug: Goods = { id: 'mug', sku: 'MUG', name: 'Mug', price: 4, tax_rate: null };
const tea: Goods = { ...mug, id: 'tea', sku: 'TEA' };
const request = (id: string): SaleCall => ({ name: 'createTransaction', call: { body: { id, items: [] } } });
const picked = (goods: Goods): TillEvent => ({ type: 'picked', goods, quantity: 1 });
const begun = [picked(mug), picked(tea)].reduce(nextTill, emptyTill);
const removed = nextTill(begun, { type: 'removed', key: '2' });

test('a sent sale leaves an empty cart, and is over once it is recorded', () => {
  const sent = nextTill(removed, { type: 'sent', request: request('one') });
  assert.deepEqual(sent.sent, { cart: removed.cart, request: request('one') });
  assert.deepEqual([sent.cart, sent.removed], [emptyCart, null]);
  const recorded = nextTill(sent, { type: 'recorded', sale_id: 'one' });
  assert.deepEqual([recorded.sent, recorded.cart], [null, emptyCart]);
  const next = nextTill(sent, picked(tea));
  const withNext = nextTill(next, { type: 'recorded', sale_id: 'one' });
  assert.deepEqual([withNext.sent, withNext.cart], [null, next.cart]);
});

test('opens the first queued sale once the sent one is recorded', () => {
  const parked = { ...emptyCart, parked_id: 'p', label: 'Table 4' };
  const queued = nextTill(begun, { type: 'opened', cart: parked });
  const recorded = [
    { type: 'sent', request: request('one') } as const,
    { type: 'recorded', sale_id: 'one' } as const,
  ].reduce(nextTill, queued);
  assert.deepEqual([recorded.sent, recorded.cart, recorded.waiting], [null, begun.cart, []]);
});

test('sends the payment of a parked sale once its content is saved', () => {
  const saving = nextTill(begun, { type: 'sent', request: null });
  const paying = nextTill(saving, { type: 'requested', request: request('one') });
  assert.deepEqual(paying.sent, { cart: begun.cart, request: request('one') });
  // A sale that stays parked has no payment, and no id in its result.
  assert.deepEqual(nextTill(saving, { type: 'recorded' }).sent, null);
  assert.deepEqual(nextTill(saving, { type: 'rejected', pricesChanged: false }).cart, begun.cart);
  // Another tab may have restored the sale meanwhile.
  assert.equal(nextTill(begun, { type: 'requested', request: request('one') }), begun);
});

test('a removed line can be put back only until the next change', () => {
  assert.deepEqual(removed.removed, { line: begun.cart.lines[1], at: 1 });
  const sent = nextTill(begun, { type: 'sent', request: request('one') });
  const later = [picked(tea), picked(mug), { type: 'removed', key: '4' } as const].reduce(nextTill, sent);
  assert.notEqual(later.removed, null);
  const over = nextTill(later, { type: 'rejected', pricesChanged: false, sale_id: 'one' });
  assert.deepEqual([over.removed, over.cart.lines.length, over.waiting.length], [null, 2, 1]);
  const events: TillEvent[] = [
    { type: 'emptied' },
    { type: 'opened', cart: { ...emptyCart, parked_id: 'p' } },
    picked(tea),
    { type: 'scanned', code: '1', quantity: 1 },
    { type: 'stepped', by: 1 },
    { type: 'quantityChanged', key: '1', quantity: 2 },
    { type: 'priceChanged', key: '1', price: 3 },
    { type: 'lineDiscounted', key: '1', discount: 1 },
    { type: 'removalUndone' },
  ];
  for (const event of events) assert.equal(nextTill(removed, event).removed, null, event.type);
});

test('a repeated scan of an unknown code also ends the undo', () => {
  const scanned = { type: 'scanned', code: '1', quantity: 1 } as const;
  const again = [scanned, picked(tea), { type: 'removed', key: '2' } as const, scanned].reduce(nextTill, emptyTill);
  assert.deepEqual([again.removed, again.cart.lines[0]?.quantity], [null, 2]);
});

test('emptying the cart opens the next queued sale, or leaves an empty cart', () => {
  const emptied = nextTill(removed, { type: 'emptied' });
  assert.deepEqual([emptied.cart, emptied.waiting, emptied.removed], [emptyCart, [], null]);
});

test('changes the quantity of one line, to at least one', () => {
  const quantities = (quantity: number) =>
    nextTill(begun, { type: 'quantityChanged', key: '1', quantity }).cart.lines.map((line) => line.quantity);
  assert.deepEqual(
    [quantities(7), quantities(0)],
    [
      [7, 1],
      [1, 1],
    ],
  );
});
