import type { Language } from '../../../core/language.ts';

/** The words of a receipt besides the names and amounts of its sale. */
export interface ReceiptWords {
  tax_number: string;
  served_by: string;
  customer: string;
  copy: string;
  subtotal: string;
  discount: string;
  /** For tax that is added to the prices. */
  tax: string;
  total: string;
  rounding: string;
  received: string;
  change: string;
  /** For tax that the prices include. */
  tax_included: string;
  net: string;
  refund: string;
  points: string;
  points_earned: string;
  points_redeemed: string;
  /** The journal of the register. */
  journal: string;
}

export const receiptWords: Record<Language, ReceiptWords> = {
  en: {
    tax_number: 'Tax no.',
    served_by: 'Served by',
    customer: 'Customer',
    copy: 'COPY',
    subtotal: 'Subtotal',
    discount: 'Discount',
    tax: 'Tax',
    total: 'TOTAL',
    rounding: 'Rounding',
    received: 'received',
    change: 'Change',
    tax_included: 'Tax included',
    net: 'net',
    refund: 'Refund',
    points: 'points',
    points_earned: 'Points earned',
    points_redeemed: 'Points redeemed',
    journal: 'Journal',
  },
  id: {
    tax_number: 'NPWP',
    served_by: 'Dilayani oleh',
    customer: 'Pelanggan',
    copy: 'SALINAN',
    subtotal: 'Subtotal',
    discount: 'Diskon',
    tax: 'Pajak',
    total: 'TOTAL',
    rounding: 'Pembulatan',
    received: 'diterima',
    change: 'Kembalian',
    tax_included: 'Termasuk pajak',
    net: 'neto',
    refund: 'Pengembalian dana',
    points: 'poin',
    points_earned: 'Poin diperoleh',
    points_redeemed: 'Poin ditukar',
    journal: 'Jurnal',
  },
  de: {
    tax_number: 'Steuernr.',
    served_by: 'Es bediente Sie',
    customer: 'Kunde',
    copy: 'KOPIE',
    subtotal: 'Zwischensumme',
    discount: 'Rabatt',
    tax: 'MwSt.',
    total: 'GESAMT',
    rounding: 'Rundung',
    received: 'erhalten',
    change: 'Wechselgeld',
    tax_included: 'enth. MwSt.',
    net: 'netto',
    refund: 'Erstattung',
    points: 'Punkte',
    points_earned: 'Gesammelte Punkte',
    points_redeemed: 'Eingelöste Punkte',
    journal: 'Journal',
  },
};
