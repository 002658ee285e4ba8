import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DrawerReport } from './drawer-report.ts';
import { layOutReport } from './report-layout.ts';

const cash = (amount: bigint) => ({ method: 'cash' as const, amount });
const card = (amount: bigint) => ({ method: 'card' as const, amount });

/** A closure in which each amount is another one. */
const closure: DrawerReport = {
  kind: 'z',
  number: 7,
  shop: { name: 'Mia’s', address: 'Quay 1', tax_number: 'DE 123' },
  branch: 'Harbour',
  register: 'Front',
  currency: 'EUR',
  timezone: 'Asia/Kathmandu',
  opened_at: '2026-03-02T03:15:00.000Z',
  until: '2026-03-02T12:45:00.000Z',
  closed_by: 'Olivia',
  note: 'A quiet day',
  figures: {
    sales: { count: 4, amount: 9_000n },
    refunds: { count: 2, amount: 1_100n, tax: 101n },
    voids: { count: 1, amount: 500n },
    discounts: 250n,
    rounding: -2n,
    tax_by_rate: [
      { rate_ppm: 100_000, net: 6_000n, tax: 600n },
      { rate_ppm: 55_000, net: 2_000n, tax: 110n },
    ],
    by_method: [
      { method: 'cash', sales: 7_000n, refunds: 800n, change: 350n },
      { method: 'card', sales: 2_350n, refunds: 0n, change: 0n },
    ],
    by_cashier: [{ user_id: 'c', name: 'Cass', count: 4, amount: 9_000n }],
    by_category: [
      { category_id: 'd', name: 'Drinks', quantity: 5n, amount: 5_500n },
      { category_id: null, name: null, quantity: 2n, amount: 3_500n },
    ],
    paid_in: 1_500n,
    paid_out: 700n,
    no_sales: 3,
  },
  expected: [cash(11_000n), card(2_350n)],
  counted: [cash(10_900n), card(2_360n)],
  variance: [cash(-100n), card(10n)],
  lifetime: { sales: 90_000n, refunds: 4_000n },
  corrected: { counted: [cash(10_950n)], variance: [cash(-50n)] },
};

/** The rows as text: a name and what stands beside it, and `*` around what is printed large. */
const rowsOf = (report: DrawerReport): string[] =>
  layOutReport(report, 'en').map((row) => {
    if (row.kind === 'rule') return '---';
    const text = row.kind === 'center' ? row.text : row.right === '' ? row.left : `${row.left}: ${row.right}`;
    return row.is_strong === true ? `*${text}*` : text;
  });

test('prints every figure of a closure, each beside its name', () => {
  assert.deepEqual(rowsOf(closure), [
    '*Mia’s*',
    'Harbour',
    'Quay 1',
    'Tax no. DE 123',
    '---',
    '*Z REPORT 7*',
    'Register: Front',
    'Opened: 2026-03-02 09:00',
    'Closed: 2026-03-02 18:30',
    'Closed by Olivia',
    'A quiet day',
    '---',
    'Sales (4): 90.00',
    'Refunds (2): -11.00',
    'Voids (1): 5.00',
    'Discounts: 2.50',
    'Cash rounding: -0.02',
    '---',
    '*PAYMENT METHODS*',
    'Cash: 70.00',
    '  Refunds: -8.00',
    '  Change given: 3.50',
    'Card: 23.50',
    '---',
    '*TAXES OF SALES*',
    'Tax 10 % (net 60.00): 6.00',
    'Tax 5.5 % (net 20.00): 1.10',
    'Refunds: -1.01',
    '---',
    '*CASHIERS*',
    'Cass (4): 90.00',
    '---',
    '*CATEGORIES*',
    'Drinks (5): 55.00',
    'Without a category (2): 35.00',
    '---',
    '*CASH MOVEMENTS*',
    'Paid in: 15.00',
    'Paid out: -7.00',
    'Drawer opened without a sale: 3',
    '---',
    '*COUNT*',
    'Cash',
    '  expected: 110.00',
    '  counted: 109.00',
    '  variance: -1.00',
    'Card',
    '  expected: 23.50',
    '  counted: 23.60',
    '  variance: 0.10',
    '---',
    '*CORRECTED COUNT*',
    'Cash',
    '  expected: 110.00',
    '  counted: 109.50',
    '  variance: -0.50',
    'Card',
    '  expected: 23.50',
    '---',
    '*GRAND TOTAL*',
    'Sales: 900.00',
    'Refunds: 40.00',
  ]);
});

test('leaves out what a shift does not have', () => {
  const none = { count: 0, amount: 0n };
  const shift: DrawerReport = {
    ...closure,
    kind: 'x',
    shop: { name: 'Mia’s', address: null, tax_number: null },
    branch: 'Mia’s',
    closed_by: null,
    note: null,
    figures: {
      sales: none,
      refunds: { ...none, tax: 0n },
      voids: none,
      discounts: 0n,
      rounding: 0n,
      tax_by_rate: [],
      by_method: [],
      by_cashier: [],
      by_category: [],
      paid_in: 0n,
      paid_out: 0n,
      no_sales: 0,
    },
    expected: [cash(5_000n)],
    counted: null,
    variance: null,
    lifetime: null,
    corrected: null,
  };
  assert.deepEqual(rowsOf(shift), [
    '*Mia’s*',
    '---',
    '*X REPORT 7*',
    'Register: Front',
    'Opened: 2026-03-02 09:00',
    'Until: 2026-03-02 18:30',
    '---',
    'Sales (0): 0.00',
    'Refunds (0): 0.00',
    'Voids (0): 0.00',
    'Discounts: 0.00',
    '---',
    '*PAYMENT METHODS*',
    '---',
    '*CASH MOVEMENTS*',
    'Paid in: 0.00',
    'Paid out: 0.00',
    'Drawer opened without a sale: 0',
    '---',
    '*COUNT*',
    'Cash',
    '  expected: 50.00',
  ]);
});
