/** Fields that are amounts of the shop's money. */
export const monies: ReadonlySet<string> = new Set([
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

/** Fields whose values have words of their own: where those stand, the first that has one. */
export const textsOf: Readonly<Record<string, readonly string[]>> = {
  role: ['role'],
  price_override_roles: ['role'],
  require_totp_roles: ['role'],
  status: ['staff.status', 'sales.status', 'webhooks.status'],
  transaction_status: ['sales.status'],
  tax_mode: ['shop.taxMode'],
  tier: ['customer.tier'],
  format: ['app.as'],
};
