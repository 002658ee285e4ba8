import { formatPercent } from '../../core/amounts.ts';
import type { Language } from '../../core/language.ts';
import { paymentMethodNames } from '../../core/payment-methods.ts';
import type { Posting, PostingKind } from './posting-rules.ts';

const kinds: Record<Language, Record<PostingKind, string>> = {
  en: {
    sale: 'Sales',
    sale_tax: 'Tax on sales',
    refund: 'Refunds',
    refund_tax: 'Tax on refunds',
    void: 'Voided sales',
    void_tax: 'Tax on voided sales',
    rounding: 'Rounding',
    paid_in: 'Paid in',
    paid_out: 'Paid out',
    variance: 'Over or short',
    recount: 'Recount',
  },
  id: {
    sale: 'Penjualan',
    sale_tax: 'Pajak penjualan',
    refund: 'Pengembalian dana',
    refund_tax: 'Pajak pengembalian dana',
    void: 'Penjualan dibatalkan',
    void_tax: 'Pajak penjualan dibatalkan',
    rounding: 'Pembulatan',
    paid_in: 'Kas masuk',
    paid_out: 'Kas keluar',
    variance: 'Selisih kas',
    recount: 'Hitung ulang',
  },
  de: {
    sale: 'Verkäufe',
    sale_tax: 'MwSt. auf Verkäufe',
    refund: 'Erstattungen',
    refund_tax: 'MwSt. auf Erstattungen',
    void: 'Stornierte Verkäufe',
    void_tax: 'MwSt. auf stornierte Verkäufe',
    rounding: 'Rundung',
    paid_in: 'Einzahlung',
    paid_out: 'Auszahlung',
    variance: 'Kassendifferenz',
    recount: 'Erneute Zählung',
  },
};

/** A posting in words: `Sales 19 %, Food, Cash`, or `Paid out: Milk`. */
export function textOf({ kind, rate_ppm, category, method, reason }: Posting, language: Language): string {
  const name = kinds[language][kind];
  if (reason !== null) return `${name}: ${reason}`;
  const rate = rate_ppm === null ? name : `${name} ${formatPercent(rate_ppm, language)}`;
  const methodName = paymentMethodNames[language][method];
  return [rate, ...(category === null ? [] : [category]), methodName].join(', ');
}
