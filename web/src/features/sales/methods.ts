/** The payment methods of a till, apart from points. */
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
