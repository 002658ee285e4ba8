import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeWindows1252 } from '../../platform/files/encode-windows1252.ts';
import { fiscalYearOf, openDatev } from './datev-rules.ts';
import { createChart, type LedgerSum, postingsOf } from './posting-rules.ts';
import { defaultSettings } from './rules.ts';

const chart = createChart(defaultSettings.accounts);
const sum: LedgerSum = {
  kind: 'sale',
  method: 'cash',
  rate_ppm: 75_000,
  category_id: null,
  category: null,
  net: 100n,
  tax: 8n,
};
const show = (sums: LedgerSum[]) =>
  postingsOf({ sums, movements: [], differences: [] }, chart).map(
    ({ kind, debit, credit, amount }) => `${kind} ${debit.account} > ${credit.account} ${amount}`,
  );

test('default accounts are named after methods and rates', () => {
  assert.deepEqual(show([sum, { ...sum, rate_ppm: null, tax: 0n }, { ...sum, rate_ppm: 0, tax: 0n }]), [
    'sale cash > revenue 100',
    'sale cash > revenue:0 100',
    'sale cash > revenue:7.5 100',
    'sale_tax cash > tax:7.5 8',
  ]);
});

test('postings are in the order of kinds, methods, rates and categories', () => {
  const of = (fields: Partial<LedgerSum>): LedgerSum => ({ ...sum, tax: 0n, ...fields });
  const ordered = [
    of({ rate_ppm: null }),
    of({ rate_ppm: 0 }),
    of({}),
    of({ category_id: 'a', category: 'Books' }),
    // Two categories of one name: one of them is deleted.
    of({ category_id: 'b', category: 'Books' }),
    of({ category_id: 'c', category: 'Books' }),
    of({ category_id: '0', category: 'Toys' }),
    of({ rate_ppm: 190_000 }),
    of({ method: 'card' }),
    of({ method: 'other', rate_ppm: null }),
    of({ kind: 'refund', rate_ppm: 190_000 }),
    of({ kind: 'refund', method: 'card' }),
    of({ kind: 'void' }),
    of({ kind: 'rounding', rate_ppm: null }),
  ];
  const shown = (sums: LedgerSum[]) =>
    postingsOf({ sums, movements: [], differences: [] }, chart).map(({ kind, method, rate_ppm, category_id }) => ({
      ...{ kind, method, rate_ppm, category_id },
    }));
  const expected = ordered.map(({ kind, method, rate_ppm, category_id }) => ({ kind, method, rate_ppm, category_id }));
  for (let turn = 0; turn < ordered.length; turn += 1) {
    const turned = [...ordered.slice(turn), ...ordered.slice(0, turn)];
    assert.deepEqual(shown(turned), expected);
    assert.deepEqual(shown(turned.toReversed()), expected);
  }
});

test('refunds and voids are reversed, an amount below 0 turns its accounts around, and 0 is left out', () => {
  assert.deepEqual(
    show([
      { ...sum, kind: 'void' },
      { ...sum, kind: 'refund', net: -1n, tax: 0n },
    ]),
    ['refund cash > revenue:7.5 1', 'void revenue:7.5 > cash 100', 'void_tax tax:7.5 > cash 8'],
  );
});

test('a fiscal year begins in its month', () => {
  const begin = (day: string, fiscal_year_month: number) => fiscalYearOf(day, { fiscal_year_month });
  assert.equal(begin('2026-01-01', 1), '20260101');
  assert.equal(begin('2026-06-30', 7), '20250701');
  assert.equal(begin('2026-07-01', 7), '20260701');
});

const datev = { consultant_number: 1_001, client_number: 1, fiscal_year_month: 1, account_length: 8 };
const batchOf = (text: string, amount = 1n) => {
  const [posting] = postingsOf({ sums: [{ ...sum, net: amount, tax: 0n }], movements: [], differences: [] }, chart);
  assert.ok(posting);
  const digits = { ...posting, debit: { account: '1', setting: 'a' }, credit: { account: '12345678', setting: 'b' } };
  const register = { name: 'R'.repeat(40) };
  const batch = { datev, currency: 'EUR', business_day: '2026-03-01', number: 7, register };
  const row = { posting: digits, text };
  const { heading, lineOf } = openDatev({ ...batch, rows: [row] }, '2026-03-01T10:00:00.123Z');
  return `${heading}${lineOf(row)}`.split('\r\n');
};

test('texts for DATEV have one line, doubled quotation marks and at most 60 characters', () => {
  assert.match(batchOf('a"b\r\nc\td')[2] ?? '', /;"a""b c d";/);
  assert.match(batchOf('x'.repeat(60))[2] ?? '', /;"x{60}";/);
  assert.match(batchOf('x'.repeat(61))[2] ?? '', /;"x{60}";/);
  assert.match(batchOf('x')[0] ?? '', /;20260301100000123;.*;"R{30}";/);
});

test('an amount for DATEV has at most ten digits before the comma', () => {
  assert.match(batchOf('x', 999_999_999_999n)[2] ?? '', /^9999999999,99;/);
  assert.throws(() => batchOf('x', 1_000_000_000_000n), { code: 'VALIDATION_ERROR' });
});

test('encodes Windows-1252, and a question mark for what it does not have', () => {
  assert.deepEqual([...encodeWindows1252('aÄ€ÿ漢😀')], [0x61, 0xc4, 0x80, 0xff, 0x3f, 0x3f]);
  assert.deepEqual([...encodeWindows1252('A\u0308')], [0xc4]);
});
