import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aCart, aLine } from '../../../../../test/carts.ts';
import { AppError } from '../../../core/errors.ts';
import { type PricedSale, priceSale } from '../rules.ts';
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

test('the tax of returned lines is at most the tax that earlier refunds by amount have left', () => {
  const line = { ...aLine(), line_no: 1, refunded_quantity: 0, refunded_amount: 0n, refunded_tax: 0n };
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

test('limits the lines of all refunds to 5,000, but not of the one that returns everything that is left', () => {
  const line = { line: refundable(priceSale({ lines: [aLine()], discount: 0n, tax_mode: 'none' })).lines[0] };
  const plan = (lines: number, status: RefundPlan['status'] = 'partially_refunded') =>
    ({ status, lines: Array.from({ length: lines }, () => line) }) as unknown as RefundPlan;
  checkRefundCount(plan(2), 4_998);
  assert.throws(() => checkRefundCount(plan(2), 4_999), { code: 'INVALID_STATE' });
  checkRefundCount(plan(0), 4_999);
  assert.throws(() => checkRefundCount(plan(0), 5_000), { code: 'INVALID_STATE' });
  checkRefundCount(plan(1_000, 'refunded'), 5_000);
});
