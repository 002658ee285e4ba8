import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseRefundMethod, paidByPoints, pointsToReturn } from './points-rules.ts';
import { planRefund, type RefundableSale } from './refunds/refund-rules.ts';
import { type Payment, type PaymentMethod, pointsNeeded, settle } from './tender-rules.ts';

const paid = (method: PaymentMethod, amount: bigint, points = 0n): Payment => ({
  method,
  amount,
  points,
  reference: null,
});

test('rounds points up, at their value in the currency’s major unit', () => {
  const cent = 10_000n;
  assert.equal(pointsNeeded(1_999n, { currency: 'USD', point_value_ppm: cent }), 1_999n);
  assert.equal(pointsNeeded(1_999n, { currency: 'USD', point_value_ppm: 3n * cent }), 667n);
  assert.equal(pointsNeeded(1_999n, { currency: 'JPY', point_value_ppm: 1_000_000n }), 1_999n);
  assert.equal(pointsNeeded(1_999n, { currency: 'KWD', point_value_ppm: 1n }), 1_999_000n);
  assert.equal(pointsNeeded(1n, { currency: 'USD', point_value_ppm: 1_000_000n }), 1n);
  assert.equal(pointsNeeded(0n, { currency: 'USD', point_value_ppm: 1n }), 0n);
});

const merchant = fc.record({
  currency: fc.constantFrom('JPY', 'USD', 'KWD'),
  point_value_ppm: fc.bigInt(1n, 1_000_000_000_000n),
});

test('the points cover the payment, and one point fewer does not', () => {
  const digits = { JPY: 0n, USD: 2n, KWD: 3n } as Record<string, bigint>;
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 15n), merchant, (amount, settings) => {
      const points = pointsNeeded(amount, settings);
      const worth = (count: bigint) => count * settings.point_value_ppm * 10n ** (digits[settings.currency] ?? 0n);
      return worth(points) >= amount * 1_000_000n && worth(points - 1n) < amount * 1_000_000n;
    }),
  );
});

test('rejects points by field if they have no value, and accepts them beside money if they have one', () => {
  const worthless = { currency: 'USD', point_value_ppm: 0n, cash_rounding: null };
  assert.throws(() => settle(100n, { payment_method: 'points' }, worthless), {
    code: 'INVALID_STATE',
    details: [{ field: 'payment_method', message: 'is not taken here' }],
  });
  const payments = [
    { method: 'cash', amount: 500n, reference: null },
    { method: 'points', amount: 700n, reference: null },
  ] as const;
  assert.throws(() => settle(1_000n, { payments: [...payments] }, worthless), {
    details: [{ field: 'payments[1].method', message: 'is not taken here' }],
  });
  const settled = settle(
    1_000n,
    { payments: [...payments] },
    { currency: 'USD', point_value_ppm: 20_000n, cash_rounding: null },
  );
  assert.deepEqual(settled.payments, [paid('cash', 300n), paid('points', 700n, 350n)]);
  assert.deepEqual([settled.change, settled.points_redeemed, settled.payment_method], [200n, 350n, 'split']);
});

test('refunds money as money and points as points, whatever is requested', () => {
  const methodOf = (payments: Payment[], requested: PaymentMethod | null) =>
    chooseRefundMethod({ payments, total: payments.reduce((sum, { amount }) => sum + amount, 0n) }, requested);
  const [cash, card, points] = [paid('cash', 30n), paid('card', 70n), paid('points', 900n, 9n)];
  assert.equal(methodOf([cash, card], null), 'card');
  assert.equal(methodOf([paid('voucher', 9n), paid('cash', 9n)], null), 'voucher', 'the first of equal ones');
  assert.equal(
    methodOf([paid('card', 20n), cash, paid('card', 20n)], null),
    'card',
    'the two card payments together are larger',
  );
  assert.equal(methodOf([paid('cash', 0n), paid('card', 1n)], null), 'card');
  assert.equal(methodOf([cash, points], null), 'cash');
  assert.equal(methodOf([cash, points], 'voucher'), 'voucher');
  assert.equal(methodOf([points], null), 'points');
  assert.equal(methodOf([points, paid('cash', 0n)], 'points'), 'points');
  assert.equal(methodOf([paid('cash', 0n)], null), 'cash');
  for (const [payments, requested] of [
    [[cash], 'points'],
    [[cash, points], 'points'],
    [[points], 'cash'],
  ] as const)
    assert.throws(
      () => methodOf([...payments], requested),
      (error: { code: string; details: { field: string }[] }) => {
        assert.deepEqual([error.code, error.details[0]?.field], ['VALIDATION_ERROR', 'payment_method']);
        return true;
      },
    );
});

test('refunds what was rounded to no cash in cash, beside points', () => {
  const sale = { payments: [paid('points', 900n, 9n), paid('cash', 0n)], total: 902n };
  assert.equal(chooseRefundMethod(sale, null), 'cash');
  assert.equal(chooseRefundMethod(sale, 'card'), 'card');
  assert.throws(() => chooseRefundMethod(sale, 'points'), { code: 'VALIDATION_ERROR' });
});

const refundable = fc
  .record({
    prices: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 6 }), total: fc.bigInt(0n, 100_000n) }), {
      minLength: 1,
      maxLength: 5,
    }),
    share: fc.bigInt(0n, 100n),
    merchant,
  })
  .map(({ prices, share, merchant: settings }) => {
    const total = prices.reduce((sum, price) => sum + price.total, 0n);
    const by_points = (total * share) / 100n;
    const points_redeemed = pointsNeeded(by_points, settings);
    const lines = prices.map((price, index) => ({
      ...price,
      line_no: index + 1,
      product_id: `p${index}`,
      name: 'n',
      tax: 0n,
      unit_cost: 0n,
      track_stock: true,
      refunded_quantity: 0,
      refunded_amount: 0n,
      refunded_tax: 0n,
    }));
    const sale: RefundableSale = { status: 'completed', total, tax: 0n, refunded_amount: 0n, refunded_tax: 0n, lines };
    return {
      sale,
      points_redeemed,
      payments: [paid('cash', total - by_points), paid('points', by_points, points_redeemed)],
    };
  });

const step = fc.record({ by: fc.constantFrom('amount', 'item'), share: fc.bigInt(1n, 60n), pick: fc.nat() });

test('any sequence of refunds returns every unit of money and every point exactly once', () => {
  fc.assert(
    fc.property(refundable, fc.array(step, { maxLength: 8 }), ({ sale: sold, points_redeemed, payments }, steps) => {
      let sale = sold;
      const refunded = { money: 0n, points_amount: 0n, points: 0n };
      const refund = (input: Parameters<typeof planRefund>[1]) => {
        const plan = planRefund(sale, input);
        const part = pointsToReturn({ ...sale, points_redeemed, payments }, plan.amount);
        assert.ok(part.points_amount >= 0n && part.points_amount <= plan.amount && part.points_returned >= 0n);
        refunded.money += plan.amount - part.points_amount;
        refunded.points_amount += part.points_amount;
        refunded.points += part.points_returned;
        assert.equal(
          part.money_left,
          sold.total - paidByPoints(payments) - refunded.money,
          'the rest of the money still earns points',
        );
        const lines = sale.lines.map((line) => {
          const own = plan.lines.find((planned) => planned.line === line);
          const [quantity, amount] = [own?.quantity ?? 0, own?.amount ?? 0n];
          return {
            ...line,
            refunded_quantity: line.refunded_quantity + quantity,
            refunded_amount: line.refunded_amount + amount,
          };
        });
        sale = { ...sale, lines, status: plan.status, refunded_amount: plan.refunded_amount };
      };
      for (const { by, share, pick } of steps) {
        const line = sale.lines[pick % sale.lines.length];
        const left = sale.total - sale.refunded_amount;
        if (line === undefined || sale.status === 'refunded') break;
        if (by === 'amount') refund({ amount: (left * share) / 100n });
        else if (
          line.refunded_quantity < line.quantity &&
          line.total - line.refunded_amount <= left &&
          line.total * 2n <= left
        )
          refund({ items: [{ line_no: line.line_no, quantity: 1 }] });
      }
      if (sale.status !== 'refunded') refund({});
      assert.deepEqual(refunded, {
        money: sold.total - paidByPoints(payments),
        points_amount: paidByPoints(payments),
        points: sold.total === 0n ? 0n : points_redeemed,
      });
    }),
  );
});
