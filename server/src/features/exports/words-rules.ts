import { productHeadings } from '@tillhouse/core/product-headings';
import { type Language, placeOf, type Texts } from '../../core/language.ts';
import { type PaymentMethod, paymentMethodNames } from '../../core/payment-methods.ts';
import type { ReportType } from './rules.ts';

/** The headings of exported files. Without a language, a file has these names, which programs read. */
const headings = {
  ...productHeadings,
  address: ['Address', 'Alamat', 'Adresse'],
  amount: ['Amount', 'Jumlah', 'Betrag'],
  available: ['Available', 'Tersedia', 'Verfügbar'],
  branch: ['Branch', 'Cabang', 'Filiale'],
  cashier: ['Cashier', 'Kasir', 'Kassierer'],
  created_at: ['Created', 'Dibuat', 'Erstellt'],
  customer: ['Customer', 'Pelanggan', 'Kunde'],
  date: ['Date', 'Tanggal', 'Datum'],
  discount: ['Discount', 'Diskon', 'Rabatt'],
  discounted_transactions: ['Discounted sales', 'Penjualan berdiskon', 'Verkäufe mit Rabatt'],
  discounts: ['Discounts', 'Diskon', 'Rabatte'],
  email: ['E-mail', 'Email', 'E-Mail'],
  gross_profit: ['Gross profit', 'Laba kotor', 'Rohertrag'],
  gross_sales: ['Gross sales', 'Penjualan kotor', 'Bruttoumsatz'],
  hour: ['Hour', 'Jam', 'Stunde'],
  item_count: ['Items', 'Barang', 'Artikel'],
  items_sold: ['Items sold', 'Barang terjual', 'Verkaufte Artikel'],
  kind: ['Type', 'Jenis', 'Art'],
  lifetime_value: ['Lifetime value', 'Total belanja', 'Gesamtumsatz'],
  line_discounts: ['On items', 'Per barang', 'Auf Artikel'],
  margin: ['Margin %', 'Margin %', 'Marge %'],
  net: ['Net sales', 'Penjualan bersih', 'Nettoumsatz'],
  note: ['Note', 'Catatan', 'Notiz'],
  occurred_at: ['Time', 'Waktu', 'Zeit'],
  payment_method: ['Payment method', 'Metode pembayaran', 'Zahlungsart'],
  phone: ['Phone', 'Telepon', 'Telefon'],
  points: ['Points', 'Poin', 'Punkte'],
  product: ['Product', 'Produk', 'Produkt'],
  reason: ['Reason', 'Alasan', 'Grund'],
  refund_count: ['Refunds made', 'Pengembalian dibuat', 'Erstattungen'],
  refunded_amount: ['Refunded', 'Dikembalikan', 'Erstattet'],
  refunds: ['Refunds', 'Pengembalian dana', 'Erstattungen'],
  refunds_tax: ['Tax of refunds', 'Pajak pengembalian', 'Steuer der Erstattungen'],
  reserved: ['Reserved', 'Dipesan', 'Reserviert'],
  rounding: ['Rounding', 'Pembulatan', 'Rundung'],
  sale_discounts: ['On whole sales', 'Seluruh penjualan', 'Auf ganze Verkäufe'],
  sales_net: ['Net before refunds', 'Bersih sebelum pengembalian', 'Netto vor Erstattungen'],
  sales_tax: ['Tax before refunds', 'Pajak sebelum pengembalian', 'Steuer vor Erstattungen'],
  subtotal: ['Subtotal', 'Subtotal', 'Zwischensumme'],
  tax: ['Tax', 'Pajak', 'Steuer'],
  total_amount: ['Total', 'Total', 'Summe'],
  total_sales: ['Total sales', 'Total penjualan', 'Gesamtumsatz'],
  total_transactions: ['Transactions', 'Transaksi', 'Transaktionen'],
  transaction_code: ['Sale', 'Penjualan', 'Verkauf'],
  value_at_cost: ['Value at cost', 'Nilai pokok', 'Wert zum Einkaufspreis'],
  value_at_price: ['Retail value', 'Nilai jual', 'Wert zum Verkaufspreis'],
  weekday: ['Weekday', 'Hari', 'Wochentag'],
} as const satisfies Record<string, Texts>;

export type Heading = keyof typeof headings;

const titles: Record<ReportType, Texts> = {
  sales: ['Sales by day', 'Penjualan per hari', 'Verkäufe nach Tag'],
  transactions: ['Transactions', 'Transaksi', 'Transaktionen'],
  products: ['Products', 'Produk', 'Produkte'],
  inventory: ['Inventory', 'Inventaris', 'Inventar'],
  customers: ['Customers', 'Pelanggan', 'Kunden'],
  sales_by_product: ['Sales by product', 'Penjualan per produk', 'Verkäufe nach Produkt'],
  sales_by_category: ['Sales by category', 'Penjualan per kategori', 'Verkäufe nach Kategorie'],
  sales_by_staff: ['Sales by cashier', 'Penjualan per kasir', 'Verkäufe nach Kassierer'],
  sales_by_hour: ['Sales by hour', 'Penjualan per jam', 'Verkäufe nach Stunde'],
  sales_tax: ['Tax by rate', 'Pajak per tarif', 'Steuer nach Satz'],
  sales_discounts: ['Discounts by cashier', 'Diskon per kasir', 'Rabatte nach Kassierer'],
  sales_refunds: ['Refunds and voids', 'Pengembalian dan pembatalan', 'Erstattungen und Stornos'],
};

/** Values that are words. */
const values = {
  refund: ['Refund', 'Pengembalian dana', 'Erstattung'],
  void: ['Void', 'Pembatalan', 'Storno'],
  no_category: ['No category', 'Tanpa kategori', 'Ohne Kategorie'],
  no_product: [
    'Custom items and refunds without items',
    'Barang khusus dan pengembalian tanpa barang',
    'Freie Artikel und Erstattungen ohne Artikel',
  ],
  no_items: ['Refunds without items', 'Pengembalian tanpa barang', 'Erstattungen ohne Artikel'],
  unknown: ['Unknown', 'Tidak diketahui', 'Unbekannt'],
  total: ['Total', 'Total', 'Summe'],
  page: ['Page', 'Halaman', 'Seite'],
} as const satisfies Record<string, Texts>;

type Word = keyof typeof values;

/** The words of a file. Without a language it has those of the API: field names, and empty cells for what has no name. */
export interface Words {
  language: Language | null;
  title(type: ReportType): string;
  /** What a printed file says around its table. */
  print: { total: string; page: string };
  heading(name: Heading): string;
  method(name: string | null): string | null;
  /** A value of the API. */
  kind(name: 'refund' | 'void'): string;
  /** Names what has no name. */
  none(word: Word): string | null;
  weekday(number: number): string | number;
  /** An instant, as the shop's clock shows it. */
  time(instant: string, timezone: string): string;
}

/** The second of January 2023 was a Monday. */
const weekdayName = (number: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + number));

/** Such as `2026-03-02 18:30`, which sorts by time in every spreadsheet. */
const clockTime = (instant: string, timezone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }).format(
    Date.parse(instant),
  );

const isKnown = (name: string): name is PaymentMethod => Object.hasOwn(paymentMethodNames.en, name);

export function wordsOf(language: Language | null): Words {
  const at = placeOf[language ?? 'en'];
  const title = (type: ReportType) => titles[type][at];
  const print = { total: values.total[at], page: values.page[at] };
  if (language === null)
    return {
      ...{ language, title, print },
      heading: (name) => name,
      method: (name) => name,
      kind: (name) => name,
      none: () => null,
      weekday: (number) => number,
      time: (instant) => instant,
    };
  return {
    ...{ language, title, print },
    heading: (name) => headings[name][at],
    method: (name) => (name !== null && isKnown(name) ? paymentMethodNames[language][name] : name),
    kind: (name) => values[name][at],
    none: (word) => values[word][at],
    weekday: (number) => weekdayName(number, language),
    time: clockTime,
  };
}
