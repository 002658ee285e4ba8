import type { Language } from './language.ts';

/** Payment methods. A till offers those of the merchant's settings, in their order. */
export const paymentMethods = [
  'cash',
  'card',
  'credit_card',
  'debit_card',
  'bank_transfer',
  'e_wallet',
  'qris',
  'voucher',
  'store_credit',
  'points',
  'other',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Their names on receipts and reports. */
export const paymentMethodNames: Record<Language, Record<PaymentMethod, string>> = {
  en: {
    cash: 'Cash',
    card: 'Card',
    debit_card: 'Debit card',
    credit_card: 'Credit card',
    qris: 'QRIS',
    e_wallet: 'E-wallet',
    bank_transfer: 'Bank transfer',
    voucher: 'Voucher',
    store_credit: 'Store credit',
    other: 'Other',
    points: 'Points',
  },
  id: {
    cash: 'Tunai',
    card: 'Kartu',
    debit_card: 'Kartu debit',
    credit_card: 'Kartu kredit',
    qris: 'QRIS',
    e_wallet: 'Dompet digital',
    bank_transfer: 'Transfer bank',
    voucher: 'Voucher',
    store_credit: 'Kredit toko',
    other: 'Lainnya',
    points: 'Poin',
  },
  de: {
    cash: 'Bar',
    card: 'Karte',
    debit_card: 'Debitkarte',
    credit_card: 'Kreditkarte',
    qris: 'QRIS',
    e_wallet: 'E-Wallet',
    bank_transfer: 'Überweisung',
    voucher: 'Gutschein',
    store_credit: 'Guthaben',
    other: 'Sonstige',
    points: 'Punkte',
  },
};
