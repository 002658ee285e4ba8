/** Fields that are amounts in the shop's currency. */
export const moneyFields: ReadonlySet<string> = new Set([
  'price',
  'cost',
  'amount',
  'subtotal',
  'discount',
  'tax',
  'total_amount',
  'refunded_amount',
  'remaining_refundable',
  'points_amount',
  'amount_tendered',
  'change',
  'list_price',
  'cashier_refund_limit',
  'silver',
  'gold',
  'platinum',
]);

/** For fields with translated values: prefixes of the texts. The first prefix that has a text for the value is used. */
export const textPrefixes: Readonly<Record<string, readonly string[]>> = {
  role: ['role'],
  price_override_roles: ['role'],
  require_totp_roles: ['role'],
  status: ['staff.status', 'sales.status', 'webhooks.status'],
  transaction_status: ['sales.status'],
  tax_mode: ['shop.taxMode'],
  tier: ['customer.tier'],
  format: ['app.as'],
};
