import type { Minor } from '@tillhouse/core/money';
import { formatAmount, formatPercent } from '../../../core/amounts.ts';
import { localTimeOf } from '../../../core/calendar.ts';
import type { Language } from '../../../core/language.ts';
import { type PaymentMethod, paymentMethodNames } from '../../../core/payment-methods.ts';
import { center, type PaperRow, pair, rule } from '../../../platform/files/paper-rows.ts';
import { amountOf, type MethodAmount } from '../rules.ts';
import type { DrawerReport } from './drawer-report.ts';
import { type ReportWords, reportWords } from './report-words-rules.ts';

interface Texts {
  words: ReportWords;
  methods: Record<PaymentMethod, string>;
  money(amount: Minor): string;
  percent(ppm: number): string;
}

/** The report as rows of text, the same for every printed format. */
export function layOutReport(report: DrawerReport, language: Language): PaperRow[] {
  const texts: Texts = {
    words: reportWords[language],
    methods: paymentMethodNames[language],
    money: (amount) => formatAmount(amount, report.currency, language),
    percent: (ppm) => formatPercent(ppm, language),
  };
  return [
    ...heading(report, texts),
    ...sums(report, texts),
    ...byMethod(report, texts),
    ...taxes(report, texts),
    ...named(texts.words.cashiers, report.figures.by_cashier, texts),
    ...named(
      texts.words.categories,
      report.figures.by_category.map(({ name, quantity, amount }) => ({
        name: name ?? texts.words.no_category,
        count: Number(quantity),
        amount,
      })),
      texts,
    ),
    ...movements(report, texts),
    ...count(texts.words.drawer, report, texts),
    ...(report.corrected === null ? [] : count(texts.words.corrected, { ...report, ...report.corrected }, texts)),
    ...lifetime(report, texts),
  ];
}

function heading(report: DrawerReport, { words }: Texts): PaperRow[] {
  const { kind, number, shop, branch, register, opened_at, until, timezone, closed_by, note } = report;
  return [
    ...center(shop.name, true),
    ...center(branch === shop.name ? null : branch),
    ...center(shop.address),
    ...center(shop.tax_number === null ? null : `${words.tax_number} ${shop.tax_number}`),
    rule,
    ...center(`${words[kind]} ${number}`, true),
    pair(words.register, register),
    pair(words.opened, localTimeOf(opened_at, timezone)),
    pair(kind === 'z' ? words.closed : words.until, localTimeOf(until, timezone)),
    ...(closed_by === null ? [] : [pair(`${words.closed_by} ${closed_by}`, '')]),
    ...(note === null ? [] : [pair(note, '')]),
    rule,
  ];
}

const counted = (name: string, number: number | bigint, amount: string): PaperRow =>
  pair(`${name} (${number})`, amount);

function sums(
  { figures: { sales, refunds, voids, discounts, rounding } }: DrawerReport,
  { words, money }: Texts,
): PaperRow[] {
  return [
    counted(words.sales, sales.count, money(sales.amount)),
    counted(words.refunds, refunds.count, money(-refunds.amount)),
    counted(words.voids, voids.count, money(voids.amount)),
    pair(words.discounts, money(discounts)),
    ...(rounding === 0n ? [] : [pair(words.rounding, money(rounding))]),
  ];
}

const byMethod = ({ figures: { by_method } }: DrawerReport, { words, methods, money }: Texts): PaperRow[] => [
  rule,
  ...center(words.methods, true),
  ...by_method.flatMap(({ method, sales, refunds, change }) => [
    pair(methods[method], money(sales)),
    ...(refunds === 0n ? [] : [pair(`  ${words.refunds}`, money(-refunds))]),
    ...(change === 0n ? [] : [pair(`  ${words.change}`, money(change))]),
  ]),
];

function taxes({ figures: { tax_by_rate, refunds } }: DrawerReport, { words, money, percent }: Texts): PaperRow[] {
  if (tax_by_rate.length === 0) return [];
  return [
    rule,
    ...center(words.taxes, true),
    ...tax_by_rate.map(({ rate_ppm, net, tax }) =>
      pair(`${words.tax} ${percent(rate_ppm)} (${words.net} ${money(net)})`, money(tax)),
    ),
    ...(refunds.tax === 0n ? [] : [pair(words.refunds, money(-refunds.tax))]),
  ];
}

interface NamedSum {
  name: string;
  count: number;
  amount: Minor;
}

const named = (title: string, rows: readonly NamedSum[], { money }: Texts): PaperRow[] =>
  rows.length === 0
    ? []
    : [rule, ...center(title, true), ...rows.map((row) => counted(row.name, row.count, money(row.amount)))];

const movements = ({ figures: { paid_in, paid_out, no_sales } }: DrawerReport, { words, money }: Texts): PaperRow[] => [
  rule,
  ...center(words.cash_movements, true),
  pair(words.paid_in, money(paid_in)),
  pair(words.paid_out, money(-paid_out)),
  pair(words.no_sales, String(no_sales)),
];

type Counted = Pick<DrawerReport, 'expected' | 'counted' | 'variance'>;

function count(title: string, sums: Counted, { words, methods, money }: Texts): PaperRow[] {
  const all = [...sums.expected, ...(sums.counted ?? [])];
  const names = [...new Set(all.map(({ method }) => method))];
  const line = (name: string, amounts: readonly MethodAmount[] | null, method: PaymentMethod): PaperRow[] =>
    amounts?.some((row) => row.method === method) ? [pair(`  ${name}`, money(amountOf(amounts, method)))] : [];
  return [
    rule,
    ...center(title, true),
    ...names.flatMap((method) => [
      pair(methods[method], ''),
      ...line(words.expected, sums.expected, method),
      ...line(words.counted, sums.counted, method),
      ...line(words.variance, sums.variance, method),
    ]),
  ];
}

const lifetime = ({ lifetime: total }: DrawerReport, { words, money }: Texts): PaperRow[] =>
  total === null
    ? []
    : [
        rule,
        ...center(words.lifetime, true),
        pair(words.sales, money(total.sales)),
        pair(words.refunds, money(total.refunds)),
      ];
