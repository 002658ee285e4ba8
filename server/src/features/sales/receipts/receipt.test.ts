import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Discount,
  type LineToPrice,
  priceSale,
  type SaleToPrice,
  sumOf,
  type TaxMode,
} from '@tillhouse/core/pricing';
import fc from 'fast-check';
import { newId } from '../../../core/ids.ts';
import { type Language, languages } from '../../../core/language.ts';
import { printedLines } from '../../../platform/files/paper-rows.ts';
import type { Sale } from '../sale.ts';
import { buildReceipt, type Receipt } from './receipt.ts';
import { layOutReceipt } from './receipt-layout.ts';
import { toReceipt } from './receipt-schemas.ts';

const cent = fc.bigInt({ min: 0n, max: 10_000_000n });
const percentage = fc.integer({ min: 0, max: 1_000_000 }).map((percent_ppm): Discount => ({ percent_ppm }));
const nothing = fc.constant<Discount>(0n);
const line = fc.record({
  name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }),
  quantity: fc.integer({ min: 1, max: 999 }),
  price: cent,
  discount: fc.oneof(nothing, percentage, fc.bigInt({ min: 0n, max: 500n }) as fc.Arbitrary<Discount>),
  tax_rate_ppm: fc.constantFrom(0, 70_000, 82_875, 190_000),
});

const sales = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  discount: fc.oneof(nothing, percentage, fc.bigInt({ min: 0n, max: 900n }) as fc.Arbitrary<Discount>),
  tax_mode: fc.constantFrom<TaxMode>('none', 'inclusive', 'exclusive'),
  change: fc.bigInt({ min: 0n, max: 10_000n }),
});

const ppmOf = (discount: Discount) => (typeof discount === 'bigint' ? null : discount.percent_ppm);

interface SaleInput extends SaleToPrice<LineToPrice & { name: string }> {
  change: bigint;
}

/** A stored sale paid in cash; undefined if it cannot be priced. */
function saleOf({ change, ...input }: SaleInput): Sale | undefined {
  const found = priceSale(input);
  if ('faults' in found) return undefined;
  const { lines, ...sums } = found.priced;
  const at = '2026-03-02T22:30:00.000Z';
  const withoutProduct = { sku: null, product_id: null, list_price: 0n, unit_cost: 0n, track_stock: false };
  const untouched = { refunded_quantity: 0, refunded_amount: 0n, refunded_tax: 0n };
  return {
    ...sums,
    id: newId(),
    code: '260302-ABCDEF',
    status: 'completed',
    branch_id: newId(),
    warehouse_id: newId(),
    register_id: null,
    shift_id: null,
    void_register_id: null,
    void_shift_id: null,
    customer_id: null,
    cashier_id: newId(),
    cashier_name: 'Mia',
    discount_ppm: ppmOf(input.discount),
    cost: 0n,
    ...{ refunded_amount: 0n, refunded_tax: 0n, change, rounding: 0n },
    ...{ points_earned: 0n, points_redeemed: 0n, loyalty_rate_ppm: 0n },
    ...{ payment_method: 'cash', note: null, label: null, occurred_at: at, created_at: at },
    ...{ business_day: '2026-03-03', business_hour: 5, timezone: 'Asia/Jakarta' },
    lines: lines.map(({ discount, ...priced }, index) => ({
      ...withoutProduct,
      ...untouched,
      ...priced,
      line_no: index + 1,
      discount_ppm: ppmOf(discount),
    })),
    payments: [{ id: newId(), method: 'cash', amount: sums.total, points: 0n, reference: null }],
  };
}

const merchant = {
  ...{
    name: 'Corner',
    address: 'Main street 1\nJakarta',
    phone: '+62 21 1',
    tax_number: '01.234',
    receipt_footer: 'Thank you\r\n\r\n See you ',
  },
  ...{ currency: 'USD', timezone: 'UTC' },
};
const branch = { id: newId(), name: 'Harbour', address: null, phone: null, timezone: null };

const receiptOf = (sale: Sale): Receipt =>
  buildReceipt({ sale, refunds: [], merchant, branch, customer: null, journal: null }, false);

const eachReceipt = (check: (receipt: Receipt, sale: Sale) => void) =>
  fc.assert(
    fc.property(sales, (input) => {
      const sale = saleOf(input);
      if (sale !== undefined) check(receiptOf(sale), sale);
    }),
    { numRuns: 500 },
  );

test('a receipt adds up: lines less discounts, plus added tax, equal the total', () => {
  eachReceipt((receipt) => {
    const gross = sumOf(receipt.lines.map(({ amount }) => amount));
    const off = sumOf(receipt.discounts.map(({ amount }) => amount));
    const tax = sumOf(receipt.tax_by_rate.map((rate) => rate.tax));
    assert.equal(gross, receipt.subtotal);
    assert.equal(off, receipt.discount);
    assert.equal(tax, receipt.tax);
    assert.equal(gross - off + (receipt.tax_mode === 'exclusive' ? tax : 0n), receipt.total);
    if (receipt.tax_mode !== 'none')
      assert.equal(sumOf(receipt.tax_by_rate.map((rate) => rate.net)) + tax, receipt.total);
    assert.equal(receipt.cash_received, receipt.total + receipt.change);
  });
});

test('the printed amounts also add up, and no line is wider than the paper', () => {
  eachReceipt((receipt) => {
    for (const language of languages) {
      const rows = layOutReceipt(receipt, language);
      for (const { text } of printedLines(rows, 42)) {
        assert.ok(Array.from(text).length <= 42, text);
        assert.doesNotMatch(text, /\p{Cc}/u);
      }
      const right = rows
        .flatMap((row) => (row.kind === 'pair' ? [row] : []))
        .map((row) => ({ ...row, cents: BigInt(row.right.replace(/\D/g, '') || 0) }));
      const total = right.findIndex(({ is_strong }) => is_strong);
      const lines = right.slice(0, total).filter(({ left }) => /^ {2}\d+ x /.test(left));
      const sums = right.slice(right.indexOf(lines.at(-1) ?? assert.fail()) + 1, total).slice(1);
      const printed =
        sumOf(lines.map(({ cents }) => cents)) +
        sumOf(sums.map(({ right: text, cents }) => (text.startsWith('-') ? -cents : cents)));
      assert.equal(printed, right[total]?.cents, rows.map((row) => JSON.stringify(row)).join('\n'));
    }
  });
});

test('breaks a line after a word, even of one letter, and within a word only if it has a line of its own', () => {
  const lines = (text: string) => printedLines([{ kind: 'center', text }], 8).map(({ text: line }) => line.trim());
  assert.deepEqual(lines('a bbbbbbbb'), ['a', 'bbbbbbbb']);
  assert.deepEqual(lines('aaa bbbb cc'), ['aaa bbbb', 'cc']);
  assert.deepEqual(lines('aaa bbbbb'), ['aaa', 'bbbbb']);
  assert.deepEqual(lines('aaaaaaaabb'), ['aaaaaaaa', 'bb']);
  assert.deepEqual(lines('  aaaaaaabb  '), ['aaaaaa', 'abb']);
  assert.deepEqual(lines('aaaaaaaa   '), ['aaaaaaaa', '']);
});

test('the API returns the receipt’s amounts', () => {
  eachReceipt((receipt) => {
    const shown = toReceipt(receipt);
    assert.equal(BigInt(Math.round(shown.total_amount * 100)), receipt.total);
    assert.equal(shown.local_time, '2026-03-03 05:30', 'in the time zone of the sale');
  });
});

test('prints zero without a sign, and the cash received only beside change', () => {
  const bag = { name: 'Bag', quantity: 1, price: 0n, discount: 0n, tax_rate_ppm: 0 };
  const sale = saleOf({ lines: [bag], discount: 0n, tax_mode: 'none', change: 0n });
  const rows = layOutReceipt(receiptOf(sale ?? assert.fail()), 'en');
  assert.deepEqual(rows.flatMap((row) => (row.kind === 'pair' ? [`${row.left.trim()}: ${row.right}`] : [])).slice(2), [
    'Bag: ',
    '1 x 0.00: 0.00',
    'TOTAL USD: 0.00',
    'Cash: 0.00',
  ]);
});

test('prints each discount, the tax of each rate, the cash received, and the texts of the language', () => {
  const input = {
    lines: [
      {
        name: 'Coffee beans 250 g from the highlands of Java, roasted',
        quantity: 2,
        price: 820n,
        discount: { percent_ppm: 100_000 },
        tax_rate_ppm: 70_000,
      },
      { name: 'Mug\u001bp', quantity: 1, price: 1_234_500n, discount: 0n, tax_rate_ppm: 190_000 },
    ],
    discount: 100n,
    tax_mode: 'exclusive' as const,
    change: 50n,
  };
  const sale = saleOf(input);
  assert.ok(sale);
  const print = (language: Language) =>
    printedLines(layOutReceipt(receiptOf(sale), language), 42).map(({ text }) => text);
  assert.deepEqual(print('en'), [
    '                  Corner',
    '                 Harbour',
    '              Main street 1',
    '                 Jakarta',
    '                 +62 21 1',
    '              Tax no. 01.234',
    '------------------------------------------',
    '260302-ABCDEF             2026-03-03 05:30',
    'Served by Mia',
    '------------------------------------------',
    'Coffee beans 250 g from the highlands of',
    'Java, roasted',
    '  2 x 8.20                           16.40',
    'Mug p',
    '  1 x 12,345.00                  12,345.00',
    '------------------------------------------',
    'Subtotal                         12,361.40',
    'Discount 10 % Coffee beans 250 g',
    'from the highlands of Java, roasted  -1.64',
    'Discount                             -1.00',
    'Tax 7 % (net 14.76)                   1.03',
    'Tax 19 % (net 12,344.00)          2,345.36',
    'TOTAL USD                        14,705.15',
    'Cash                             14,705.15',
    'Cash received                    14,705.65',
    'Change                                0.50',
    '------------------------------------------',
    '                Thank you',
    '                 See you',
  ]);
  const indonesian = print('id').join('\n');
  for (const text of ['Dilayani oleh Mia', 'Diskon 10 %', '12.345,00', 'Kembalian'])
    assert.ok(indonesian.includes(text), text);
  const german = print('de').join('\n');
  for (const text of ['Es bediente Sie Mia', 'Rabatt 10 %', '12.345,00', 'Wechselgeld'])
    assert.ok(german.includes(text), text);
});

test('prints the rounding between the total and what was paid, and below a refund', () => {
  const bag = { name: 'Bag', quantity: 1, price: 1_003n, discount: 0n, tax_rate_ppm: 0 };
  const sale = saleOf({ lines: [bag], discount: 0n, tax_mode: 'none', change: 995n });
  assert.ok(sale);
  const payments = [{ id: newId(), method: 'cash' as const, amount: 1_005n, points: 0n, reference: null }];
  const refund = {
    id: newId(),
    amount: 302n,
    ...{ points_amount: 0n, points_returned: 0n },
    rounding: -2n,
    payment_method: 'cash' as const,
    created_at: sale.created_at,
  };
  const receipt = { ...receiptOf({ ...sale, payments, rounding: 2n }), refunds: [refund] };
  const rows = layOutReceipt(receipt, 'en').flatMap((row) => (row.kind === 'pair' ? [[row.left, row.right]] : []));
  assert.deepEqual(rows.slice(4, 11), [
    ['TOTAL USD', '10.03'],
    ['Rounding', '0.02'],
    ['Cash', '10.05'],
    ['Cash received', '20.00'],
    ['Change', '9.95'],
    ['Refund 2026-03-03 05:30 Cash', '-3.02'],
    ['  Rounding', '0.02'],
  ]);
  const { rounding, refunds } = toReceipt(receipt);
  assert.deepEqual([rounding, refunds[0]?.rounding], [0.02, -0.02]);
});

test('prints what a refund returned as points apart from the money', () => {
  const bag = { name: 'Bag', quantity: 1, price: 1_000n, discount: 0n, tax_rate_ppm: 0 };
  const sale = saleOf({ lines: [bag], discount: 0n, tax_mode: 'none', change: 0n });
  assert.ok(sale);
  const { created_at } = sale;
  const refund = { id: newId(), amount: 500n, rounding: 0n, payment_method: 'cash' as const, created_at };
  const refunds = [
    { ...refund, points_amount: 200n, points_returned: 20n },
    { ...refund, points_amount: 500n, points_returned: 50n, payment_method: 'points' as const },
  ];
  const receipt = { ...receiptOf(sale), refunds };
  const rows = layOutReceipt(receipt, 'en').flatMap((row) => (row.kind === 'pair' ? [[row.left, row.right]] : []));
  assert.deepEqual(
    rows.filter(([left = '']) => left.startsWith('Refund')),
    [
      ['Refund 2026-03-03 05:30 Cash', '-3.00'],
      ['Refund 2026-03-03 05:30 Points (20 points)', '-2.00'],
      ['Refund 2026-03-03 05:30 Points (50 points)', '-5.00'],
    ],
  );
  const shown = toReceipt(receipt).refunds.map(({ points_amount, points_returned }) => [
    points_amount,
    points_returned,
  ]);
  assert.deepEqual(shown, [
    [2, 20],
    [5, 50],
  ]);
});
