import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEscPos } from '../../../../../test/escpos.ts';
import { countTurns } from '../../../../../test/loop-turns.ts';
import type { Receipt } from './receipt.ts';
import { toEscPos } from './receipt-escpos.ts';

const aReceipt = (names: readonly string[]): Receipt => ({
  ...{ sale_id: '1', code: '260312-ABCDEF', status: 'completed', is_copy: true, currency: 'EUR' },
  shop: { name: 'Shop', address: null, phone: null, tax_number: null, footer: null },
  branch: { id: '1', name: 'Shop', address: null, phone: null },
  ...{ occurred_at: '2026-03-12T14:30:00.000Z', timezone: 'UTC', cashier: { id: '1', name: 'Ann' }, customer: null },
  lines: names.map((name, at) => ({ line_no: at + 1, sku: null, name, quantity: 1, price: 100n, amount: 100n })),
  ...{
    discounts: [],
    subtotal: 0n,
    discount: 0n,
    tax_mode: 'inclusive',
    tax: 0n,
    tax_by_rate: [],
    total: 0n,
    rounding: 0n,
  },
  ...{ payments: [], cash_received: null, change: 0n, refunds: [], refunded_amount: 0n },
  ...{ points_earned: 0n, points_redeemed: 0n, journal: null },
});

test('tells the printer each change of the code page, also across steps', async () => {
  const chosen = async (names: string[]) => {
    const bytes = Buffer.from(await toEscPos(aReceipt(names), 'en')).toString('hex');
    const pages = [...bytes.matchAll(/1b74(..)/g)].map(([, page]) => Number.parseInt(page ?? '', 16));
    // Each step chooses its first page, even if it is the current one.
    return pages.filter((page, at) => page !== pages[at - 1]);
  };
  // 17 is code page 866; each line begins in the first page that has its letters.
  assert.deepEqual(await chosen(['Чай']), [0, 17, 0]);
  const many = await chosen(Array.from({ length: 100 }, () => 'Чай'));
  assert.equal(many.filter((page) => page === 17).length, 100);
});

test('prints the lines of a long receipt once, in order, and cuts once', async () => {
  const names = Array.from({ length: 101 }, (_, at) => `Item ${at}`);
  const { lines, cuts } = readEscPos(await toEscPos(aReceipt(names), 'en'));
  assert.deepEqual(
    lines.map(({ text }) => text).filter((text) => text.startsWith('Item')),
    names,
  );
  assert.equal(cuts.length, 1);
  assert.deepEqual(
    lines.filter(({ is_bold }) => is_bold).map(({ text }) => text.trim().split(' ')[0]),
    ['Shop', 'COPY', 'TOTAL'],
  );
});

test('lets other work run while it prints many lines with letters of many alphabets', async () => {
  const turns = countTurns();
  await toEscPos(aReceipt(Array.from({ length: 300 }, () => 'aЖ中€ñ'.repeat(50))), 'en');
  turns.stop();
  assert.ok(turns.current() >= 20, `${turns.current()} turns`);
});
