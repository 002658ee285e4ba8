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
