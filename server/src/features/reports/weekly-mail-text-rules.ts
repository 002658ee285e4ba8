import type { Minor } from '@tillhouse/core/money';
import { formatAmount } from '../../core/amounts.ts';
import type { Language } from '../../core/language.ts';
import type { DayRange } from '../../core/time-range.ts';
import { averageOf, type Figures, grossProfitOf, totalOf } from './rules.ts';

/** What the mail of a week shows. */
export interface WeekFigures {
  merchant_name: string;
  currency: string;
  week: DayRange;
  figures: Figures;
  before: Figures;
  hasCosts: boolean;
  best: readonly { name: string; quantity: bigint; revenue: Minor }[];
  low: readonly { name: string; available: bigint }[];
  low_count: number;
}

interface Words {
  subject(name: string): string;
  heading: string;
  columns: readonly [week: string, before: string];
  figures: readonly [
    ...[total: string, transactions: string, average: string, items: string],
    ...[discounts: string, refunds: string, profit: string],
  ];
  best: string;
  noSales: string;
  low(count: number): string;
  noneLow: string;
  report: string;
  stock: string;
  off: string;
}

const words: Record<Language, Words> = {
  en: {
    subject: (name) => `Last week at ${name}`,
    heading: 'Sales of last week',
    columns: ['Last week', 'Week before'],
    figures: ['Total sales', 'Transactions', 'Average sale', 'Items sold', 'Discounts', 'Refunds', 'Gross profit'],
    best: 'Best sellers',
    noSales: 'No sales last week.',
    low: (count) => `Low stock (${count})`,
    noneLow: 'No product is low in stock.',
    report: 'The whole report',
    stock: 'Low stock',
    off: 'You get this mail because you turned it on. Turn it off here',
  },
  id: {
    subject: (name) => `Minggu lalu di ${name}`,
    heading: 'Penjualan minggu lalu',
    columns: ['Minggu lalu', 'Sebelumnya'],
    figures: ['Total penjualan', 'Transaksi', 'Rata-rata', 'Barang terjual', 'Diskon', 'Pengembalian', 'Laba kotor'],
    best: 'Produk terlaris',
    noSales: 'Tidak ada penjualan minggu lalu.',
    low: (count) => `Stok menipis (${count})`,
    noneLow: 'Tidak ada produk dengan stok menipis.',
    report: 'Laporan lengkap',
    stock: 'Stok menipis',
    off: 'Anda menerima email ini karena Anda mengaktifkannya. Nonaktifkan di sini',
  },
  de: {
    subject: (name) => `Letzte Woche bei ${name}`,
    heading: 'Verkäufe der letzten Woche',
    columns: ['Letzte Woche', 'Vorwoche'],
    figures: ['Gesamtumsatz', 'Transaktionen', 'Durchschnitt', 'Artikel', 'Rabatte', 'Erstattungen', 'Rohertrag'],
    best: 'Meistverkauft',
    noSales: 'Letzte Woche gab es keine Verkäufe.',
    low: (count) => `Niedriger Bestand (${count})`,
    noneLow: 'Kein Produkt hat niedrigen Bestand.',
    report: 'Der ganze Bericht',
    stock: 'Niedriger Bestand',
    off: 'Sie erhalten diese E-Mail, weil Sie sie eingeschaltet haben. Hier ausschalten',
  },
};

const name_letters = 30;
const shortened = (name: string): string => {
  const letters = Array.from(name.replace(/\s+/g, ' '));
  return letters.length > name_letters ? `${letters.slice(0, name_letters - 1).join('')}…` : letters.join('');
};

/** The change in whole percent, rounded half away from zero; nothing if there was nothing before. */
function changeOf(is: Minor, was: Minor): string {
  if (was === 0n) return '';
  const percent = Math.round((Number(is - was) / Math.abs(Number(was))) * 100);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

/** Rows of text in columns: the first to the left, the others to the right. */
function columnsOf(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => Array.from(row[at] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - Array.from(cell).length);
        return at === 0 ? cell + space : space + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** The addresses of the pages to which the mail leads. */
export interface WeekLinks {
  report: string;
  stock: string;
  off: string;
}

/** The subject, the figures for a monospaced font, and the links of the mail of a week. */
export function writeWeek(week: WeekFigures, language: Language, links: WeekLinks) {
  const { merchant_name, currency, figures, before, hasCosts, best, low, low_count } = week;
  const text = words[language];
  const money = (amount: Minor) => formatAmount(amount, currency, language);
  const [total, transactions, average, items, discounts, refunds, profit] = text.figures;
  const compared = (name: string, of: (figures: Figures) => Minor, show: (value: Minor) => string) => [
    ...[name, show(of(figures)), show(of(before)), changeOf(of(figures), of(before))],
  ];
  const table = columnsOf([
    ['', ...text.columns, ''],
    compared(`${total} (${currency})`, totalOf, money),
    compared(transactions, ({ sales }) => BigInt(sales), String),
    compared(average, averageOf, money),
    compared(items, ({ items_sold }) => items_sold, String),
    compared(discounts, (of) => of.discounts, money),
    compared(refunds, (of) => of.refunds, money),
    ...(hasCosts ? [compared(profit, grossProfitOf, money)] : []),
  ]);
  const sellers = best.map(({ name, quantity, revenue }) => [shortened(name), `${quantity} ×`, money(revenue)]);
  const short = low.map(({ name, available }) => [shortened(name), String(available)]);
  return {
    subject: text.subject(merchant_name),
    lines: [`${text.heading}: ${week.week.start_date} – ${week.week.end_date}`],
    printed: [
      ...table,
      '',
      text.best,
      ...(sellers.length === 0 ? [text.noSales] : columnsOf(sellers)),
      '',
      ...(low_count === 0 ? [text.noneLow] : [text.low(low_count), ...columnsOf(short)]),
    ],
    links: [
      { label: text.report, address: links.report },
      { label: text.stock, address: links.stock },
      { label: text.off, address: links.off },
    ],
  };
}
