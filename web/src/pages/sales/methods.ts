/** The ways in which a customer can pay at a till. */
export const moneyMethods = [
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
] as const;
export type Method = (typeof moneyMethods)[number] | 'points';
