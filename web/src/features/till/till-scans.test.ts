import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cake, found, mug, request, scanned, tea } from '../../../../test/pages/till-events.ts';
import { type Cart, canBePaid, emptyCart, isReady } from './cart.ts';
import { emptyTill, nextTill } from './till-state.ts';

test('never loses or duplicates a scan, or puts it in two sales, for any order of events', () => {
  const catalogue = [mug, tea, cake];
  const one = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('scan'), at: fc.nat(2), quantity: fc.integer({ min: 1, max: 5 }) }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('respond'), at: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('send', 'recorded', 'rejected', 'rejectedForPrices') }) },
  );
  fc.assert(
    fc.property(fc.array(one, { maxLength: 80 }), (steps) => {
      let state = emptyTill;
      const scans = new Map<string, number>();
      const sold = new Map<string, number>();
      const add = (to: Map<string, number>, id: string, quantity: number) => to.set(id, (to.get(id) ?? 0) + quantity);
      const goodsOf = (code: string) => catalogue.find(({ id, sku }) => id === code || sku === code);
      const respondToAll = (of: Cart) => {
        for (const { key, code, state: known } of of.lines) {
          const item = goodsOf(code);
          if (known.kind === 'looking' && item !== undefined) state = nextTill(state, found(key, item));
        }
      };
      for (const step of steps) {
        if ('quantity' in step) {
          const code = catalogue[step.at]?.id ?? '';
          add(scans, code, step.quantity);
          state = nextTill(state, scanned(code, step.quantity));
        } else if ('at' in step) {
          const looking = state.cart.lines.filter((line) => line.state.kind === 'looking');
          const line = looking[step.at % Math.max(1, looking.length)];
          const item = line === undefined ? undefined : goodsOf(line.code);
          if (line !== undefined && item !== undefined) state = nextTill(state, found(line.key, item));
        } else if (step.do === 'send') {
          if (state.sent === null && canBePaid(state.cart)) state = nextTill(state, { type: 'sent', request });
        } else if (state.sent !== null) {
          if (step.do === 'recorded') {
            for (const { quantity, state: known } of state.sent.cart.lines.filter(isReady))
              add(sold, known.goods.id ?? '', quantity);
            state = nextTill(state, { type: 'recorded' });
          } else state = nextTill(state, { type: 'rejected', pricesChanged: step.do === 'rejectedForPrices' });
        }
      }
      const open = [...(state.sent === null ? [] : [state.sent.cart]), ...state.waiting, state.cart];
      for (const cart of [state.cart, ...state.waiting]) respondToAll(cart);
      assert.equal(
        new Set(open.flatMap(({ lines }) => lines.map(({ key }) => key))).size,
        open.flatMap(({ lines }) => lines).length,
      );
      const left = [...(state.sent === null ? [] : [state.sent.cart]), ...state.waiting, state.cart];
      for (const { quantity, state: known } of left.flatMap(({ lines }) => lines).filter(isReady))
        add(sold, known.goods.id ?? '', quantity);
      assert.deepEqual([...sold].sort(), [...scans].sort());
    }),
  );
  assert.deepEqual(emptyTill.cart, emptyCart);
});
