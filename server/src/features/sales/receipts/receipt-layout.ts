import type { Minor } from '@tillhouse/core/money';
import { formatAmount, formatPercent } from '../../../core/amounts.ts';
import { localTimeOf } from '../../../core/calendar.ts';
import type { Language } from '../../../core/language.ts';
import { type PaymentMethod, paymentMethodNames } from '../../../core/payment-methods.ts';
import { center, type PaperRow, pair, rule } from '../../../platform/files/paper-rows.ts';
import type { Receipt, ReceiptDiscount } from './receipt.ts';
import { type ReceiptWords, receiptWords } from './receipt-words.ts';

/** The receipt as rows of text, the same for every printed format. */
export function layOutReceipt(receipt: Receipt, language: Language): PaperRow[] {
  const words: Words = {
    ...receiptWords[language],
    methods: paymentMethodNames[language],
    percent: (ppm) => formatPercent(ppm, language),
  };
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
    ...journalEntry(receipt, words),
    ...(shop.footer === null ? [] : [rule, ...center(shop.footer)]),
  ];
}

type FormatMoney = (amount: Minor) => string;
type Words = ReceiptWords & { methods: Record<PaymentMethod, string>; percent(ppm: number): string };

function totals(receipt: Receipt, words: Words, money: FormatMoney): PaperRow[] {
  const added = receipt.tax_mode === 'exclusive' ? receipt.tax_by_rate : [];
  return [
    ...(receipt.discounts.length + added.length === 0 ? [] : [pair(words.subtotal, money(receipt.subtotal))]),
    ...receipt.discounts.map((discount) => pair(discountName(discount, receipt, words), money(-discount.amount))),
    ...added.map(({ rate_ppm, net, tax }) =>
      pair(`${words.tax} ${words.percent(rate_ppm)} (${words.net} ${money(net)})`, money(tax)),
    ),
    pair(`${words.total} ${receipt.currency}`, money(receipt.total), true),
  ];
}

function discountName({ line_no, ppm }: ReceiptDiscount, { lines }: Receipt, words: Words): string {
  const name = lines.find((line) => line.line_no === line_no)?.name;
  return [words.discount, ...(ppm === null ? [] : [words.percent(ppm)]), ...(name === undefined ? [] : [name])].join(
    ' ',
  );
}

function payments(
  { payments: paid, rounding, cash_received, change }: Receipt,
  { methods, rounding: roundingText, received, points: pointsUnit, change: changeText }: Words,
  money: FormatMoney,
) {
  const hasChange = change > 0n && cash_received !== null;
  return [
    ...(rounding === 0n ? [] : [pair(roundingText, money(rounding))]),
    ...paid.map(({ method, amount, points: spent }) =>
      pair(`${methods[method]}${spent > 0n ? ` (${spent} ${pointsUnit})` : ''}`, money(amount)),
    ),
    ...(hasChange ? [pair(`${methods.cash} ${received}`, money(cash_received)), pair(changeText, money(change))] : []),
  ];
}

const taxIncluded = ({ tax_mode, tax_by_rate }: Receipt, words: Words, money: FormatMoney): PaperRow[] =>
  tax_mode === 'inclusive'
    ? tax_by_rate.map(({ rate_ppm, net, tax }) =>
        pair(`${words.tax_included} ${words.percent(rate_ppm)} (${words.net} ${money(net)})`, money(tax)),
      )
    : [];

const refunds = ({ refunds: refunded, timezone }: Receipt, words: Words, money: FormatMoney): PaperRow[] =>
  refunded.flatMap(({ amount, points_amount, points_returned, rounding, payment_method, created_at }) => {
    const title = `${words.refund} ${localTimeOf(created_at, timezone)}`;
    const byMethod = amount - points_amount;
    return [
      ...(byMethod === 0n && points_amount > 0n
        ? []
        : [pair(`${title} ${words.methods[payment_method]}`, money(-byMethod))]),
      ...(rounding === 0n ? [] : [pair(`  ${words.rounding}`, money(-rounding))]),
      ...(points_amount > 0n
        ? [pair(`${title} ${words.methods.points} (${points_returned} ${words.points})`, money(-points_amount))]
        : []),
    ];
  });

/** Printed from the hash of a journal entry: enough to tell that the entry is the one of this receipt. */
const printedDigits = 16;

const journalEntry = ({ journal }: Receipt, words: Words): PaperRow[] =>
  journal === null ? [] : [pair(`${words.journal} ${journal.number}`, journal.hash.slice(0, printedDigits))];

const points = ({ points_earned, points_redeemed }: Receipt, words: Words): PaperRow[] => [
  ...(points_earned > 0n ? [pair(words.points_earned, String(points_earned))] : []),
  ...(points_redeemed > 0n ? [pair(words.points_redeemed, String(points_redeemed))] : []),
];
