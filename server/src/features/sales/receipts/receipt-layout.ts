import { currencyDigits, type Minor } from '@tillhouse/core/money';
import { localTimeOf } from '../../../core/calendar.ts';
import type { Language } from '../../../core/language.ts';
import type { Receipt, ReceiptDiscount } from './receipt.ts';
import { type ReceiptWords, receiptWords } from './receipt-words.ts';

/** Characters of a fixed width in a line: on most printers of 80 mm paper, and in a mail on a phone. */
export const receiptColumns = 42;

/** A row of the receipt, from top to bottom. */
export type ReceiptRow =
  | { kind: 'center'; text: string; is_strong?: boolean }
  /** `right` stays on one line; `left` is wrapped beside it. */
  | { kind: 'pair'; left: string; right: string; is_strong?: boolean }
  | { kind: 'rule' };

const center = (text: string | null, is_strong = false): ReceiptRow[] =>
  textLines(text).map((line) => ({ kind: 'center', text: line, is_strong }));
const pair = (left: string, right: string, is_strong = false): ReceiptRow => ({
  kind: 'pair',
  left: oneLine(left),
  right,
  is_strong,
});
const rule: ReceiptRow = { kind: 'rule' };

/** The receipt as rows of text, the same for every printed format. */
export function layOutReceipt(receipt: Receipt, language: Language): ReceiptRow[] {
  const words = receiptWords[language];
  const money = (amount: Minor) => formatAmount(amount, receipt.currency, language);
  const { shop, branch, customer } = receipt;
  return [
    ...center(shop.name, true),
    ...center(branch.name === shop.name ? null : branch.name),
    ...center(branch.address ?? shop.address),
    ...center(branch.phone ?? shop.phone),
    ...center(shop.tax_number === null ? null : `${words.tax_number} ${shop.tax_number}`),
    rule,
    ...center(receipt.is_copy ? words.copy : null, true),
    pair(receipt.code, localTimeOf(receipt.occurred_at, receipt.timezone)),
    pair(`${words.served_by} ${receipt.cashier.name}`, ''),
    ...(customer === null ? [] : [pair(`${words.customer} ${customer.name}`, '')]),
    rule,
    ...receipt.lines.flatMap(({ name, quantity, price, amount }) => [
      pair(name, ''),
      pair(`  ${quantity} x ${money(price)}`, money(amount)),
    ]),
    rule,
    ...totals(receipt, words, money),
    ...payments(receipt, words, money),
    ...taxIncluded(receipt, words, money),
    ...refunds(receipt, words, money),
    ...points(receipt, words),
    ...(shop.footer === null ? [] : [rule, ...center(shop.footer)]),
  ];
}

type FormatMoney = (amount: Minor) => string;

function totals(receipt: Receipt, words: ReceiptWords, money: FormatMoney): ReceiptRow[] {
  const added = receipt.tax_mode === 'exclusive' ? receipt.tax_by_rate : [];
  return [
    ...(receipt.discounts.length + added.length === 0 ? [] : [pair(words.subtotal, money(receipt.subtotal))]),
    ...receipt.discounts.map((discount) => pair(discountName(discount, receipt, words), money(-discount.amount))),
    ...added.map(({ rate_ppm, net, tax }) =>
      pair(`${words.tax} ${formatPercent(rate_ppm)} (${words.net} ${money(net)})`, money(tax)),
    ),
    pair(`${words.total} ${receipt.currency}`, money(receipt.total), true),
  ];
}

function discountName({ line_no, ppm }: ReceiptDiscount, { lines }: Receipt, words: ReceiptWords): string {
  const name = lines.find((line) => line.line_no === line_no)?.name;
  return [words.discount, ...(ppm === null ? [] : [formatPercent(ppm)]), ...(name === undefined ? [] : [name])].join(
    ' ',
  );
}

function payments(
  { payments: paid, cash_received, change }: Receipt,
  { methods, received, points: pointsUnit, change: changeText }: ReceiptWords,
  money: FormatMoney,
) {
  const hasChange = change > 0n && cash_received !== null;
  return [
    ...paid.map(({ method, amount, points: spent }) =>
      pair(`${methods[method]}${spent > 0n ? ` (${spent} ${pointsUnit})` : ''}`, money(amount)),
    ),
    ...(hasChange ? [pair(`${methods.cash} ${received}`, money(cash_received)), pair(changeText, money(change))] : []),
  ];
}

const taxIncluded = ({ tax_mode, tax_by_rate }: Receipt, words: ReceiptWords, money: FormatMoney): ReceiptRow[] =>
  tax_mode === 'inclusive'
    ? tax_by_rate.map(({ rate_ppm, net, tax }) =>
        pair(`${words.tax_included} ${formatPercent(rate_ppm)} (${words.net} ${money(net)})`, money(tax)),
      )
    : [];

const refunds = ({ refunds: refunded, timezone }: Receipt, words: ReceiptWords, money: FormatMoney): ReceiptRow[] =>
  refunded.map(({ amount, payment_method, created_at }) =>
    pair(`${words.refund} ${localTimeOf(created_at, timezone)} ${words.methods[payment_method]}`, money(-amount)),
  );

const points = ({ points_earned, points_redeemed }: Receipt, words: ReceiptWords): ReceiptRow[] => [
  ...(points_earned > 0n ? [pair(words.points_earned, String(points_earned))] : []),
  ...(points_redeemed > 0n ? [pair(words.points_redeemed, String(points_redeemed))] : []),
];

const formatPercent = (ppm: number): string => `${ppm / 10_000} %`;

/** Formats with the currency's decimals. Works on digits, so that the largest amounts are exact. */
function formatAmount(amount: Minor, currency: string, language: Language): string {
  const digits = currencyDigits(currency);
  const text = String(amount)
    .replace('-', '')
    .padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, language === 'id' ? '.' : ',');
  const fraction = digits === 0 ? '' : `${language === 'id' ? ',' : '.'}${text.slice(-digits)}`;
  return `${amount < 0n ? '-' : ''}${whole}${fraction}`;
}

/** Control characters are commands to a printer. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trimEnd();

const textLines = (text: string | null): string[] =>
  (text ?? '')
    .split(/[\r\n]+/)
    .map((line) => oneLine(line).trim())
    .filter((line) => line !== '');

/** A printed line, as wide as the given number of characters. */
export interface PrintedLine {
  text: string;
  is_strong: boolean;
}

/** The rows as lines for a fixed-width font. */
export const printedLines = (rows: readonly ReceiptRow[], columns: number): PrintedLine[] =>
  rows.flatMap((row) => {
    if (row.kind === 'rule') return [{ text: '-'.repeat(columns), is_strong: false }];
    const lines =
      row.kind === 'center'
        ? wrap(row.text, columns).map((line) => centerLine(line, columns))
        : pairLines(row, columns);
    return lines.map((text) => ({ text, is_strong: row.is_strong ?? false }));
  });

const centerLine = (text: string, columns: number): string =>
  ' '.repeat(Math.floor((columns - lengthOf(text)) / 2)) + text;

function pairLines({ left, right }: { left: string; right: string }, columns: number): string[] {
  if (right === '') return wrap(left, columns);
  const lines = wrap(left, columns - lengthOf(right) - 1);
  const last = lines.pop() ?? '';
  return [...lines, last + ' '.repeat(columns - lengthOf(last) - lengthOf(right)) + right];
}

const lengthOf = (text: string): number => Array.from(text).length;

/** Wraps between words if possible, else anywhere. Keeps the indent of the first line. */
function wrap(text: string, columns: number): string[] {
  const letters = Array.from(text);
  const lines: string[] = [];
  let from = 0;
  while (letters.length - from > columns) {
    const space = letters.lastIndexOf(' ', from + columns);
    const isWord = letters.slice(from, Math.max(from, space)).some((letter) => letter !== ' ');
    const end = isWord ? space : from + columns;
    lines.push(letters.slice(from, end).join('').trimEnd());
    from = end;
    while (letters[from]?.trim() === '') from += 1;
  }
  return [...lines, letters.slice(from).join('')];
}
