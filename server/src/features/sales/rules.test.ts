import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aCart, aLine } from '../../../../test/carts.ts';
import { AppError, ValidationErrors } from '../../core/errors.ts';
import { checkTime, completeCodeIn, type PricedSale, priceSale } from './rules.ts';
import { newSaleCode } from './sale-code.ts';
import { settle, type Tender } from './tender-rules.ts';

/** For a merchant that accepts no points, and does not round cash. */
const pay = (total: bigint, tender: Tender) =>
  settle(total, tender, { currency: 'USD', point_value_ppm: 0n, cash_rounding: null });

test('tax is included, added or none, and is rounded half up once per line', () => {
  const lines = [
    aLine({ price: 105n, quantity: 3, tax_rate_ppm: 100_000 }),
    aLine({ price: 5n, tax_rate_ppm: 100_000 }),
  ];
  const sums = ({ subtotal, tax, total }: PricedSale) => ({ subtotal, tax, total });
  assert.deepEqual(sums(priceSale({ lines, discount: 0n, tax_mode: 'none' })), {
    subtotal: 320n,
    tax: 0n,
    total: 320n,
  });
  // 31.5 and 0.5 on top; 28.64 and 0.45 inside.
  assert.deepEqual(sums(priceSale({ lines, discount: 0n, tax_mode: 'exclusive' })), {
    subtotal: 320n,
    tax: 33n,
    total: 353n,
  });
  assert.deepEqual(sums(priceSale({ lines, discount: 0n, tax_mode: 'inclusive' })), {
    subtotal: 320n,
    tax: 29n,
    total: 320n,
  });
});

test('rejects a discount above its line or sale, and names it', () => {
  const fieldOf = (work: () => unknown) => {
    try {
      work();
      return undefined;
    } catch (error) {
      return error instanceof AppError ? error.details[0]?.field : error;
    }
  };
  assert.equal(
    fieldOf(() => priceSale({ lines: [aLine(), aLine({ discount: 1_001n })], discount: 0n, tax_mode: 'none' })),
    'items[1].discount',
  );
  assert.equal(
    fieldOf(() => priceSale({ lines: [aLine({ discount: 1n })], discount: 1_000n, tax_mode: 'none' })),
    'discount',
  );
  assert.equal(
    fieldOf(() => priceSale({ lines: [aLine({ discount: 1n })], discount: 999n, tax_mode: 'none' })),
    undefined,
  );
  assert.equal(
    fieldOf(() =>
      priceSale({ lines: [aLine({ price: 999_999_999_999n, quantity: 1_000_000 })], discount: 0n, tax_mode: 'none' }),
    ),
    'items',
  );
});

test('a sale equals the sum of its lines, its discount is fully distributed, and each tax is the unit nearest to the exact one', () => {
  fc.assert(
    fc.property(aCart, (cart) => {
      const sale = priceSale(cart);
      const sum = (pick: (line: PricedSale['lines'][number]) => bigint) =>
        sale.lines.reduce((total, line) => total + pick(line), 0n);
      assert.equal(
        sum((line) => line.sale_discount),
        cart.discount,
      );
      assert.equal(
        sum((line) => line.total),
        sale.total,
      );
      assert.equal(sale.total, sale.subtotal - sale.discount + (cart.tax_mode === 'exclusive' ? sale.tax : 0n));
      for (const line of sale.lines) {
        const net = line.price * BigInt(line.quantity) - line.line_discount - line.sale_discount;
        assert.ok(net >= 0n);
        const rate = BigInt(line.tax_rate_ppm);
        // |2·tax·denominator − 2·exact numerator| ≤ denominator means that no integer is nearer to the exact tax.
        const [numerator, denominator] =
          cart.tax_mode === 'inclusive' ? [net * rate, 1_000_000n + rate] : [net * rate, 1_000_000n];
        const off = cart.tax_mode === 'none' ? line.tax : 2n * (line.tax * denominator - numerator);
        assert.ok(cart.tax_mode === 'none' ? off === 0n : (off < 0n ? -off : off) <= denominator);
      }
    }),
  );
});

test('accepts exact payment, or change out of cash', () => {
  assert.deepEqual(pay(1_234n, { payment_method: 'cash', amount_tendered: 2_000n }).change, 766n);
  const split = pay(1_000n, {
    payments: [
      { method: 'card', amount: 700n, reference: 'x' },
      { method: 'cash', amount: 500n, reference: null },
    ],
  });
  assert.deepEqual(
    split.payments.map(({ amount }) => amount),
    [700n, 300n],
  );
  assert.equal(split.change, 200n);
  assert.equal(split.payment_method, 'split');
  const tendered = pay(1_000n, {
    payments: [
      { method: 'card', amount: 700n, reference: null },
      { method: 'cash', amount: 300n, reference: null },
    ],
    amount_tendered: 500n,
  });
  assert.equal(tendered.change, 200n, 'out of the cash of two payments');
  assert.equal(pay(1_000n, { payment_method: 'cash', amount_tendered: 1_000n }).change, 0n, 'the exact amount');
  assert.equal(pay(1_000n, { payment_method: 'cash' }).change, 0n);
  const oneCent = { method: 'cash', amount: 1n, reference: null } as const;
  const byCard = { method: 'card', amount: 999n, reference: null } as const;
  assert.equal(pay(1_000n, { payments: [byCard, oneCent], amount_tendered: 1n }).change, 0n);
});

test('takes change from the last cash payment first, and from all cash at most', () => {
  const payments: Tender['payments'] = [
    { method: 'cash', amount: 300n, reference: null },
    { method: 'card', amount: 700n, reference: null },
    { method: 'cash', amount: 200n, reference: null },
  ];
  const amounts = (total: bigint) => pay(total, { payments }).payments.map(({ amount }) => amount);
  assert.deepEqual(amounts(1_100n), [300n, 700n, 100n]);
  assert.deepEqual(amounts(900n), [200n, 700n, 0n]);
  assert.deepEqual(amounts(700n), [0n, 700n, 0n]);
  assert.throws(() => amounts(699n), { code: 'VALIDATION_ERROR' });
});

test('rejects points without a value, in the field that pays with them', () => {
  const points = { method: 'points', amount: 500n, reference: null } as const;
  const cash = { method: 'cash', amount: 500n, reference: null } as const;
  const tenders: [Tender, string][] = [
    [{ payment_method: 'points' }, 'payment_method'],
    [{ payments: [points, cash] }, 'payments[0].method'],
    [{ payments: [cash, points] }, 'payments[1].method'],
  ];
  for (const [tender, field] of tenders)
    assert.throws(() => pay(1_000n, tender), { details: [{ field, message: 'is not taken here' }] });
});

for (const [why, tender] of [
  ['no method', {}],
  ['too little cash', { payment_method: 'cash', amount_tendered: 999n }],
  ['change for a card', { payment_method: 'card', amount_tendered: 1_001n }],
  [
    'cash received for payments by card',
    { payments: [{ method: 'card', amount: 1_000n, reference: null }], amount_tendered: 1_000n },
  ],
  ['payments too small', { payments: [{ method: 'cash', amount: 999n, reference: null }] }],
  ['payments too large, not in cash', { payments: [{ method: 'card', amount: 1_001n, reference: null }] }],
  [
    'both a method and payments',
    { payment_method: 'cash', payments: [{ method: 'cash', amount: 1_000n, reference: null }] },
  ],
] as const) {
  test(`rejects a payment: ${why}`, () => {
    assert.throws(() => pay(1_000n, tender as Tender), { code: 'VALIDATION_ERROR' });
  });
}

test('accepts a time of up to 5 minutes ahead and 90 days back', () => {
  const now = '2026-03-12T10:00:00.000Z';
  const errorsOf = (occurred_at: string) => {
    const errors = new ValidationErrors();
    checkTime(occurred_at, now, errors);
    return errors.details.map(({ message }) => message);
  };
  assert.deepEqual(errorsOf('2026-03-12T10:05:00.000Z'), []);
  assert.deepEqual(errorsOf('2026-03-12T10:05:00.001Z'), ['lies more than 5 minutes ahead']);
  assert.deepEqual(errorsOf('2025-12-12T10:00:00.000Z'), []);
  assert.deepEqual(errorsOf('2025-12-12T09:59:59.999Z'), ['lies more than 90 days back']);
  assert.throws(() => errorsOf('2026-02-30T10:00:00Z'), {
    details: [{ field: 'occurred_at', message: 'must be an ISO 8601 timestamp with an offset' }],
  });
});

test('codes are short, easy to read aloud, and start with their day', () => {
  assert.match(newSaleCode('2026-11-20'), /^261120-[2-9A-HJKMNP-TV-Z]{6}$/);
});

test('recognises a complete code, and nothing else', () => {
  const code = newSaleCode('2026-11-20');
  assert.equal(completeCodeIn(` ${code.toLowerCase()} `), code);
  for (const text of [code.slice(1), code.slice(7), `${code}A`, code.replace('-', ''), '261120-ABCDE0', ''])
    assert.equal(completeCodeIn(text), undefined, text);
});

test('rejects a sale whose cost is too large to store, and accepts the largest', () => {
  const costing = (unit_cost: bigint) =>
    priceSale({ lines: [aLine({ unit_cost }), aLine()], discount: 0n, tax_mode: 'none' }).cost;
  assert.equal(costing(999_999_999_999_999n), 999_999_999_999_999n);
  assert.throws(
    () => costing(1_000_000_000_000_000n),
    (error) => error instanceof AppError && error.details[0]?.field === 'items',
  );
});
