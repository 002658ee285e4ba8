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
  'rounding',
  'cash_rounding',
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

/** Whether a field is shown. Ids are hidden, apart from those that are replaced by a name. */
export const isShown = (field: string, value: unknown): boolean =>
  field !== 'id' && (!field.endsWith('_id') || field === 'branch_id') && field !== 'updated_at' && value !== undefined;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a record that are shown. A record that was created or removed is shown without empty fields. */
export const shownFields = (fields: Fields, { isChange }: { isChange: boolean }): string[] =>
  Object.keys(fields).filter((name) => isShown(name, fields[name]) && (isChange || (fields[name] ?? '') !== ''));

/** Fields that name a record, in order of preference. */
const nameFields = ['name', 'transaction_code', 'file_name', 'url'];

/** The name that a record has in an audit entry, the later one first. */
export function nameInEntry(before: Fields | null, after: Fields | null): string | undefined {
  const [named] = nameFields.flatMap((field) => [after?.[field], before?.[field]]).filter(Boolean);
  return typeof named === 'string' ? named : undefined;
}
