import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyCart, type Goods } from './cart.ts';
import type { NeededApproval, SaleCall } from './sent-sale.ts';
import { emptyTill, nextTill, type TillEvent } from './till-state.ts';
import { openTillStorage } from './till-storage.ts';

const mug: Goods = { id: 'mug', sku: 'MUG', name: 'Mug', price: 4, tax_rate: null };
const tea: Goods = { ...mug, id: 'tea', sku: 'TEA' };
const call = { body: { id: 'one', items: [] }, idempotencyKey: 'key' };
const request: SaleCall = { name: 'createTransaction', call };
const approved: SaleCall = { name: 'createTransaction', call: { ...call, headers: { 'approval-id': 'a' } } };
const approval: NeededApproval = { action: 'discount', requested_by: 'cass', id: null };
const picked = (goods: Goods): TillEvent => ({ type: 'picked', goods, quantity: 1 });
const needed = (part: Partial<NeededApproval> = {}, sale_id = 'one'): TillEvent => ({
  type: 'approvalNeeded',
  approval: { ...approval, ...part },
  sale_id,
});
const given = { type: 'changed', part: { discount: { percent: 30 }, note: 'a gift' } } as const;
const begun = [picked(mug), given].reduce(nextTill, emptyTill);
const sent = nextTill(begun, { type: 'sent', request });
const waiting = nextTill(sent, needed());

test('a sale that waits for an approval keeps its cart and its request', () => {
  assert.deepEqual(waiting.sent, { cart: begun.cart, request, approval });
  assert.deepEqual([waiting.cart, waiting.turn], [emptyCart, sent.turn]);
  const requested = nextTill(waiting, needed({ id: 'a' }));
  assert.deepEqual(requested.sent, { cart: begun.cart, request, approval: { ...approval, id: 'a' } });
});

test('an approved sale is sent again under its key, and is over once it is recorded', () => {
  const again = nextTill(waiting, { type: 'requested', request: approved });
  assert.deepEqual(again.sent, { cart: begun.cart, request: approved });
  const recorded = nextTill(again, { type: 'recorded', sale_id: 'one' });
  assert.deepEqual([recorded.sent, recorded.cart, recorded.waiting], [null, emptyCart, []]);
});

test('a sale that is approved in part waits for the other action', () => {
  const again = nextTill(waiting, { type: 'requested', request: approved });
  const other = nextTill(again, needed({ action: 'price_override' }));
  assert.deepEqual(other.sent, {
    cart: begun.cart,
    request: approved,
    approval: { ...approval, action: 'price_override' },
  });
});

test('a sale that is not approved returns to the cart as it was, in front of the next one', () => {
  const returned = nextTill(waiting, { type: 'rejected', pricesChanged: false, sale_id: 'one' });
  assert.deepEqual([returned.sent, returned.cart, returned.waiting], [null, begun.cart, []]);
  const next = nextTill(waiting, picked(tea));
  const both = nextTill(next, { type: 'rejected', pricesChanged: false, sale_id: 'one' });
  assert.deepEqual([both.cart, both.waiting], [begun.cart, [next.cart]]);
});

test('an approval for another sale, or for none, changes nothing', () => {
  assert.equal(nextTill(sent, needed({}, 'other')), sent);
  assert.equal(nextTill(begun, needed()), begun);
  // Another tab has given the sale up.
  assert.equal(nextTill(begun, { type: 'requested', request: approved }), begun);
});

test('a reload keeps what waits for an approval, and which approval was requested', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  const cass = openTillStorage(() => storage, { merchant_id: 'm', user_id: 'cass' });
  const requested = nextTill(waiting, needed({ id: 'a' }));
  cass.save(requested);
  assert.deepEqual(cass.load(), requested);
});
