/** How a customer can pay. A till offers those of the merchant's settings, in their order; this is the order until they are set. */
export const paymentMethods = [
  'cash',
  'card',
  'debit_card',
  'credit_card',
  'qris',
  'e_wallet',
  'bank_transfer',
  'voucher',
  'store_credit',
  'other',
  'points',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
