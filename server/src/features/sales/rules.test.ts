import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../core/errors.ts';
import { planRefund, type RefundableLine, type RefundableSale } from './refunds/refund-rules.ts';
import { completeCodeIn, type LineToSell, type PricedSale, priceSale } from './rules.ts';
import { newSaleCode } from './sale-code.ts';
import { settle, type Tender } from './tender-rules.ts';

/** For a merchant that accepts no points. */
const pay = (total: bigint, tender: Tender) => settle(total, tender, { currency: 'USD', point_value_ppm: 0n });

const aLine = (fields: Partial<LineToSell> = {}): LineToSell => ({
  product_id: 'p',
  sku: 's',
  name: 'n',
  quantity: 1,
  price: 1_000n,
  list_price: 1_000n,
  discount: 0n,
  tax_rate_ppm: 0,
  unit_cost: 0n,
  track_stock: true,
  ...fields,
});

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

/** Carts with valid discounts, in every tax mode. */
const aCart = fc
  .record({
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 1_000 }),
        price: fc.bigInt({ min: 0n, max: 1_000_000n }),
        discount_share: fc.integer({ min: 0, max: 100 }),
        tax_rate_ppm: fc.integer({ min: 0, max: 1_000_000 }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    discount_share: fc.integer({ min: 0, max: 100 }),
    tax_mode: fc.constantFrom('none', 'inclusive', 'exclusive'),
  })
  .map(({ lines, discount_share, tax_mode }) => {
    const priced = lines.map((line, index) =>
      aLine({
        product_id: `p${index % 5}`,
        quantity: line.quantity,
        price: line.price,
        tax_rate_ppm: line.tax_rate_ppm,
        discount: (line.price * BigInt(line.quantity) * BigInt(line.discount_share)) / 100n,
      }),
    );
    const subtotal = priced.reduce(
      (sum, line) => sum + line.price * BigInt(line.quantity) - (line.discount as bigint),
      0n,
    );
    return { lines: priced, discount: (subtotal * BigInt(discount_share)) / 100n, tax_mode };
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
});

for (const [why, tender] of [
  ['no method', {}],
  ['too little cash', { payment_method: 'cash', amount_tendered: 999n }],
  ['change for a card', { payment_method: 'card', amount_tendered: 1_001n }],
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

test('codes are short, easy to read aloud, and start with their day', () => {
  assert.match(newSaleCode('2026-11-20'), /^261120-[2-9A-HJKMNP-TV-Z]{6}$/);
});

test('recognises a complete code, and nothing else', () => {
  const code = newSaleCode('2026-11-20');
  assert.equal(completeCodeIn(` ${code.toLowerCase()} `), code);
  for (const text of [code.slice(1), code.slice(7), `${code}A`, code.replace('-', ''), '261120-ABCDE0', ''])
    assert.equal(completeCodeIn(text), undefined, text);
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

test('rejects a sale whose cost is too large to store, and accepts the largest', () => {
  const costing = (unit_cost: bigint) =>
    priceSale({ lines: [aLine({ unit_cost }), aLine()], discount: 0n, tax_mode: 'none' }).cost;
  assert.equal(costing(999_999_999_999_999n), 999_999_999_999_999n);
  assert.throws(
    () => costing(1_000_000_000_000_000n),
    (error) => error instanceof AppError && error.details[0]?.field === 'items',
  );
});
