import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aCart, aLine } from '../../../../../test/carts.ts';
import { AppError } from '../../../core/errors.ts';
import { rollupOfRefund } from '../rollup-of-sale.ts';
import { type PricedSale, priceSale, type SaleStatus } from '../rules.ts';
import {
  checkRefundCount,
  planRefund,
  type RefundableLine,
  type RefundableSale,
  type RefundPlan,
} from './refund-rules.ts';

/** Applies a refund to a sale, as the database does. */
function apply(sale: RefundableSale, input: Parameters<typeof planRefund>[1]): RefundableSale & { given: bigint } {
  const plan = planRefund(sale, input);
  assert.equal(plan.refunded_amount + plan.remaining, sale.total);
  const lines = sale.lines.map((line) => {
    const refunded = plan.lines.filter((part) => part.line === line);
    const next: RefundableLine = {
      ...line,
      refunded_quantity: line.refunded_quantity + refunded.reduce((sum, part) => sum + part.quantity, 0),
      refunded_amount: line.refunded_amount + refunded.reduce((sum, part) => sum + part.amount, 0n),
      refunded_tax: line.refunded_tax + refunded.reduce((sum, part) => sum + part.tax, 0n),
    };
    assert.ok(
      next.refunded_quantity <= line.quantity && next.refunded_amount <= line.total && next.refunded_tax <= line.tax,
    );
    return next;
  });
  const next = {
    ...sale,
    lines,
    status: plan.status,
    refunded_amount: plan.refunded_amount,
    refunded_tax: sale.refunded_tax + plan.tax,
  };
  assert.ok(next.refunded_amount <= sale.total && next.refunded_tax <= sale.tax && plan.tax >= 0n && plan.amount >= 0n);
  return { ...next, given: plan.amount };
}

const refundable = (priced: PricedSale): RefundableSale => ({
  status: 'completed',
  total: priced.total,
  tax: priced.tax,
  refunded_amount: 0n,
  refunded_tax: 0n,
  lines: priced.lines.map((line, index) => ({
    ...line,
    line_no: index + 1,
    refunded_quantity: 0,
    refunded_amount: 0n,
    refunded_tax: 0n,
  })),
});

test('refunding unit by unit, in any order, returns exactly the paid money and tax', () => {
  fc.assert(
    fc.property(aCart, fc.infiniteStream(fc.nat()), (cart, choices) => {
      let sale = refundable(
        priceSale({
          ...cart,
          lines: cart.lines.map((line) => ({ ...line, quantity: (line.quantity % 7) + 1, discount: 0n })),
          discount: 0n,
        }),
      );
      const { total, tax } = sale;
      for (;;) {
        const open = sale.lines.filter((line) => line.refunded_quantity < line.quantity);
        if (open.length === 0 || sale.status === 'refunded') break;
        const chosen = open[(choices.next().value ?? 0) % open.length];
        assert.ok(chosen);
        sale = apply(sale, { items: [{ line_no: chosen.line_no, quantity: 1 }] });
      }
      assert.equal(sale.refunded_amount, total);
      assert.equal(sale.refunded_tax, tax);
      assert.equal(sale.status, 'refunded');
    }),
  );
});

test('after any mixture of refunds by amount and by item, a refund without a body returns exactly the rest', () => {
  const step = fc.record({
    by: fc.constantFrom('amount', 'item', 'both'),
    share: fc.integer({ min: 1, max: 60 }),
    pick: fc.nat(),
    units: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(aCart, fc.array(step, { maxLength: 8 }), (cart, steps) => {
      let sale = refundable(priceSale(cart));
      let given = 0n;
      for (const { by, share, pick, units } of steps) {
        const line = sale.lines[pick % sale.lines.length];
        assert.ok(line);
        const amount = ((sale.total - sale.refunded_amount) * BigInt(share)) / 100n;
        const items = [{ product_id: line.product_id ?? '', quantity: units }];
        try {
          const next = apply(sale, by === 'amount' ? { amount } : by === 'item' ? { items } : { items, amount });
          given += next.given;
          sale = next;
        } catch (error) {
          assert.ok(error instanceof AppError && error.code === 'INVALID_STATE', String(error));
        }
      }
      if (sale.status === 'refunded') return;
      const last = apply(sale, {});
      assert.equal(given + last.given, sale.total);
      assert.equal(last.refunded_tax, sale.tax);
      assert.equal(last.status, 'refunded');
    }),
  );
});

const line = { ...aLine(), line_no: 1, refunded_quantity: 0, refunded_amount: 0n, refunded_tax: 0n };

test('the tax of returned lines is at most the tax that earlier refunds by amount have left', () => {
  const sold: RefundableSale = {
    status: 'completed',
    total: 30n,
    tax: 3n,
    refunded_amount: 0n,
    refunded_tax: 0n,
    lines: [
      { ...line, line_no: 1, total: 3n, tax: 1n },
      { ...line, line_no: 2, total: 27n, tax: 2n },
    ],
  };
  // Each of them rounds its share of the tax up: 0.5, 0.56, 0.56.
  let sale = sold;
  for (const amount of [5n, 7n, 10n]) sale = apply(sale, { amount });
  assert.deepEqual([sale.refunded_amount, sale.refunded_tax], [22n, 3n]);
  assert.equal(planRefund(sale, { items: [{ line_no: 1, quantity: 1 }] }).tax, 0n);
});

test('agreed amounts take at most the tax of their line', () => {
  const lines = [
    { ...line, quantity: 6, total: 30n, tax: 3n },
    { ...line, line_no: 2, total: 70n, tax: 7n },
  ];
  let sale: RefundableSale = {
    status: 'completed',
    total: 100n,
    tax: 10n,
    refunded_amount: 0n,
    refunded_tax: 0n,
    lines,
  };
  // The tax of each, 0.6, is rounded up to 1.
  for (const tax of [1n, 2n, 3n, 3n]) {
    sale = apply(sale, { items: [{ line_no: 1, quantity: 1 }], amount: 6n });
    assert.equal(sale.lines[0]?.refunded_tax, tax);
  }
});

/** A sale of one product on two lines, of two units each. */
const onTwoLines = (price: bigint): RefundableSale => {
  const lines = [aLine({ price, quantity: 2 }), aLine({ price: price * 2n, quantity: 2 })];
  return refundable(priceSale({ lines, discount: 0n, tax_mode: 'none' }));
};
/** The numbers and units of the lines that a refund returns. */
const returned = (sale: RefundableSale, input: Parameters<typeof planRefund>[1]) =>
  planRefund(sale, input).lines.map(({ line: { line_no }, quantity, amount }) => [line_no, quantity, amount]);

test('returns a line by its number, and a product from its earlier lines first', () => {
  const sale = onTwoLines(100n);
  assert.deepEqual(returned(sale, { items: [{ line_no: 2, quantity: 1 }] }), [[2, 1, 200n]]);
  assert.deepEqual(returned(sale, { items: [{ product_id: 'p', quantity: 2 }] }), [[1, 2, 200n]]);
  const afterFirst = apply(sale, { items: [{ product_id: 'p', quantity: 2 }] });
  assert.deepEqual(returned(afterFirst, { items: [{ product_id: 'p', quantity: 1 }] }), [[2, 1, 200n]]);
  assert.deepEqual(returned(afterFirst, {}), [[2, 2, 400n]]);
  assert.throws(() => planRefund(afterFirst, { items: [{ product_id: 'p', quantity: 3 }] }), {
    details: [{ field: 'items[0].quantity', message: 'only 2 left to refund' }],
  });
  const twice = [1, 2].map((quantity) => ({ line_no: 1, quantity }));
  assert.throws(() => planRefund(sale, { items: twice }), {
    details: [{ field: 'items[1].quantity', message: 'only 1 left to refund' }],
  });
  for (const [item, field] of [
    [{ product_id: 'q', quantity: 1 }, 'items[1].product_id'],
    [{ line_no: 3, quantity: 1 }, 'items[1].line_no'],
  ] as const)
    assert.throws(() => planRefund(sale, { items: [{ line_no: 1, quantity: 1 }, item] }), {
      code: 'VALIDATION_ERROR',
      details: [{ field, message: 'is not part of this transaction' }],
    });
});

test('a sale that cost nothing is refunded when its last unit is returned', () => {
  const free = onTwoLines(0n);
  const half = apply(free, { items: [{ line_no: 1, quantity: 2 }] });
  assert.equal(half.status, 'partially_refunded');
  const rest = apply(half, { items: [{ line_no: 2, quantity: 1 }] });
  assert.equal(rest.status, 'partially_refunded');
  assert.deepEqual(returned(rest, {}), [[2, 1, 0n]]);
  assert.equal(apply(rest, { items: [{ line_no: 2, quantity: 1 }] }).status, 'refunded');
  assert.equal(apply(half, {}).status, 'refunded');
});

test('an agreed amount for items has the tax of these items, and only what exceeds them a share of the rest', () => {
  const lines = [aLine({ price: 10_000n, tax_rate_ppm: 200_000 }), aLine({ price: 10_000n, tax_rate_ppm: 0 })];
  const sold = refundable(priceSale({ lines, discount: 0n, tax_mode: 'inclusive' }));
  const agreed = (line_no: number, amount: bigint) => ({ items: [{ line_no, quantity: 1 }], amount });
  const taxed = apply(sold, agreed(1, 9_900n));
  assert.equal(taxed.refunded_tax, 1_650n);
  assert.equal(planRefund(taxed, { items: [{ line_no: 2, quantity: 1 }] }).tax, 0n);
  const untaxed = apply(taxed, agreed(2, 9_000n));
  assert.equal(untaxed.refunded_tax, 1_650n);
  assert.equal(planRefund(untaxed, {}).tax, 17n);
  // 500 and 600 more than the line cost: of the 10,000 that are left, whose tax is 0 and 1,667.
  assert.equal(planRefund(sold, agreed(1, 10_500n)).tax, 1_667n);
  assert.equal(planRefund(sold, agreed(2, 10_600n)).tax, 100n);
});

test('each of several units is refunded with its own share of the tax', () => {
  const lines = [aLine({ price: 100n, quantity: 3, tax_rate_ppm: 100_000 })];
  const one = { items: [{ line_no: 1, quantity: 1 }] };
  const first = apply(refundable(priceSale({ lines, discount: 0n, tax_mode: 'exclusive' })), one);
  const second = planRefund(first, one);
  assert.deepEqual([first.given, first.refunded_tax, second.amount, second.tax], [110n, 10n, 110n, 10n]);
});

test('a unit is refunded for at most what an earlier one has left of its line', () => {
  const lines = [aLine({ price: 100n, quantity: 2, tax_rate_ppm: 100_000 }), aLine({ price: 0n }), aLine()];
  const sale = refundable(priceSale({ lines, discount: 0n, tax_mode: 'exclusive' }));
  const one = { items: [{ line_no: 1, quantity: 1 }] };
  const second = planRefund(apply(sale, { ...one, amount: 165n }), one);
  assert.deepEqual([second.amount, second.tax], [55n, 5n]);
  assert.deepEqual([second.lines[0]?.amount, second.lines[0]?.tax], [55n, 5n]);
  const free = planRefund(sale, { items: [{ line_no: 2, quantity: 1 }], amount: 5n });
  assert.deepEqual([free.amount, free.lines[0]?.amount, free.lines[0]?.tax], [5n, 0n, 0n]);
  const cheapest = refundable(priceSale({ lines: [aLine({ price: 1n })], discount: 0n, tax_mode: 'none' }));
  assert.equal(apply(cheapest, { amount: 1n }).status, 'refunded');
});

test('a refund changes the roll-ups of the methods that it paid back by, and of no other', () => {
  const { amount, tax, lines } = planRefund(onTwoLines(100n), { items: [{ line_no: 1, quantity: 1 }] });
  const methodsOf = (points_amount: bigint) => {
    const refund = { amount, tax, lines, points_amount, rounding: 0n, payment_method: 'card', restock: true };
    return rollupOfRefund('b', { day: '2026-03-01', hour: 9 }, refund).methods;
  };
  const card = { method: 'card', payments: 0, amount: -100n };
  assert.deepEqual(methodsOf(0n), [card]);
  assert.deepEqual(methodsOf(40n), [
    { ...card, amount: -60n },
    { ...card, method: 'points', amount: -40n },
  ]);
  assert.deepEqual(methodsOf(100n), [{ ...card, method: 'points' }]);
});

test('limits the lines of all refunds to 5,000, but not of the one that returns everything that is left', () => {
  const line = { line: refundable(priceSale({ lines: [aLine()], discount: 0n, tax_mode: 'none' })).lines[0] };
  const plan = (lines: number, status: RefundPlan['status'] = 'partially_refunded') =>
    ({ status, lines: Array.from({ length: lines }, () => line) }) as unknown as RefundPlan;
  const check = (refund: RefundPlan, before: number, status: SaleStatus = 'partially_refunded') =>
    checkRefundCount(status, refund, before);
  check(plan(2), 4_998);
  assert.throws(() => check(plan(2), 4_999), { code: 'INVALID_STATE' });
  check(plan(0), 4_999);
  assert.throws(() => check(plan(0), 5_000), { code: 'INVALID_STATE' });
  check(plan(1_000, 'refunded'), 5_000);
  check(plan(1, 'refunded'), 4_999, 'refunded');
  assert.throws(() => check(plan(1, 'refunded'), 5_000, 'refunded'), { code: 'INVALID_STATE' });
});
