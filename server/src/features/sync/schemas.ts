import { toMajor } from '@tillhouse/core/money';
import { type TSchema, Type } from 'typebox';
import { type Actor, can } from '../../core/actor.ts';
import { paymentMethods } from '../../core/payment-methods.ts';
import { roles } from '../../core/permissions.ts';
import { type AddressOf, withAddresses } from '../../core/pictures.ts';
import { toSellingLimits } from '../../core/selling-limits.ts';
import { amount, id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import type { MerchantRow } from '../merchant/queries.ts';
import type { CustomerRow, ProductRow } from './queries.ts';
import type { FoundRecord } from './read-records.ts';
import { kinds } from './rules.ts';
import type { SyncPage } from './synchronise.ts';

export const syncQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: '`meta.cursor` of the previous response; default: start with all records',
    }),
  ),
  kinds: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Some of ${kinds.join(', ')}, comma-separated; default: all. A cursor must be used with the kinds that it started with`,
    }),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 500,
    description:
      'The largest number of records; after the first run, of events. A page ends earlier after 1 MiB of product texts',
  }),
});

const locationFields = { id: id(), name: Type.String(), is_default: Type.Boolean(), updated_at: timestamp() };

const byRole = <Value extends TSchema>(value: Value) => Type.Object({ owner: value, manager: value, cashier: value });

const shapes = {
  merchant: {
    id: id(),
    name: Type.String(),
    currency: Type.String(),
    timezone: Type.String(),
    tax_mode: Type.String(),
    tax_rate: Type.Number({ description: 'Percent' }),
    loyalty_rate: Type.Number(),
    point_value: Type.Number(),
    cash_rounding: { ...nullable(amount()), description: 'The smallest cash amount; null: cash is not rounded' },
    loyalty_tiers: Type.Object({ silver: amount(), gold: amount(), platinum: amount() }),
    allow_negative_stock: Type.Boolean(),
    allow_custom_items: Type.Boolean(),
    price_override_roles: Type.Array(oneOf(roles)),
    cashier_refund_limit: nullable(amount()),
    max_discount_percent: byRole(Type.Number()),
    max_backdate_days: byRole(Type.Integer()),
    refund_to_original_method: Type.Boolean(),
    tax_number: nullable(Type.String()),
    address: nullable(Type.String()),
    phone: nullable(Type.String()),
    receipt_footer: nullable(Type.String()),
    payment_methods: Type.Array(oneOf(paymentMethods), { description: 'Offered by a till, in this order' }),
  },
  rights: {
    id: Type.String({ format: 'uuid', description: 'The current user' }),
    name: Type.String(),
    role: oneOf(roles),
    permissions: Type.Array(Type.String()),
    branch_id: nullable(id()),
    branch_ids: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  },
  branch: {
    ...locationFields,
    address: nullable(Type.String()),
    phone: nullable(Type.String()),
    timezone: nullable(Type.String()),
  },
  warehouse: { ...locationFields, branch_id: id() },
  category: { id: id(), name: Type.String(), updated_at: timestamp() },
  product: {
    id: id(),
    parent_id: nullable(
      Type.String({
        format: 'uuid',
        description: 'For a variant: its product, whose category it shares, and whose tax rate it uses if it has none',
      }),
    ),
    sku: Type.String(),
    name: Type.String(),
    description: Type.String(),
    category_id: nullable(Type.String({ format: 'uuid', description: 'Also null if that category was deleted' })),
    price: amount(),
    cost: Type.Optional(Type.Number({ description: 'For roles that may see costs' })),
    status: oneOf(['active', 'inactive']),
    images: Type.Array(Type.String()),
    barcode: nullable(Type.String()),
    min_stock: nullable(Type.Integer()),
    tax_rate: nullable(
      Type.Number({ description: 'Percent; null: the rate of a variant’s product, else the merchant’s' }),
    ),
    track_stock: Type.Boolean(),
    unit: nullable(Type.String()),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  level: {
    id: Type.String({ description: 'Product id and warehouse id' }),
    product_id: id(),
    warehouse_id: id(),
    stock: Type.Integer(),
    reserved: Type.Integer(),
    available: Type.Integer(),
    updated_at: timestamp(),
  },
  customer: {
    id: id(),
    name: Type.String(),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    points: Type.Integer(),
    tier: Type.String(),
    updated_at: timestamp(),
  },
};

const record = Type.Union([
  ...kinds.map((kind) => Type.Object({ kind: Type.Literal(kind), ...shapes[kind] })),
  Type.Object({ kind: oneOf(kinds), id: Type.String(), deleted: Type.Literal(true) }),
]);

export const syncPage = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(record),
  meta: Type.Object({
    cursor: Type.String({ description: 'For the next request' }),
    has_more: Type.Boolean({ description: 'Whether there is more to read' }),
  }),
});

const percent = (ppm: number) => ppm / 10_000;

const merchantToWire = (merchant: MerchantRow) => ({
  id: merchant.id,
  name: merchant.name,
  currency: merchant.currency,
  timezone: merchant.timezone,
  tax_mode: merchant.tax_mode,
  tax_rate: percent(merchant.tax_rate_ppm),
  loyalty_rate: Number(merchant.loyalty_rate_ppm) / 1e6,
  point_value: Number(merchant.point_value_ppm) / 1e6,
  cash_rounding: merchant.cash_rounding === null ? null : toMajor(merchant.cash_rounding, merchant.currency),
  loyalty_tiers: {
    silver: toMajor(merchant.silver_from, merchant.currency),
    gold: toMajor(merchant.gold_from, merchant.currency),
    platinum: toMajor(merchant.platinum_from, merchant.currency),
  },
  allow_negative_stock: merchant.allow_negative_stock,
  allow_custom_items: merchant.allow_custom_items,
  price_override_roles: merchant.price_override_roles,
  cashier_refund_limit:
    merchant.cashier_refund_limit === null ? null : toMajor(merchant.cashier_refund_limit, merchant.currency),
  ...toSellingLimits(merchant),
  tax_number: merchant.tax_number,
  address: merchant.address,
  phone: merchant.phone,
  receipt_footer: merchant.receipt_footer,
  payment_methods: merchant.payment_methods,
});

const rightsToWire = ({ role, name, permissions, branch_id, branch_ids }: Actor & { permissions: string[] }) => ({
  name,
  role,
  permissions,
  branch_id,
  branch_ids,
});

const productToWire = (
  { deleted: _, price, cost, tax_rate_ppm, ...row }: ProductRow,
  actor: Actor,
  addressOf: AddressOf,
) => ({
  ...withAddresses(row, addressOf),
  price: toMajor(price, actor.merchant.currency),
  ...(can(actor, 'costs:read') ? { cost: toMajor(cost, actor.merchant.currency) } : {}),
  tax_rate: tax_rate_ppm === null ? null : percent(tax_rate_ppm),
});

const customerToWire = ({ deleted: _, lifetime_value: __, points, ...row }: CustomerRow) => ({
  ...row,
  points: Number(points),
});

function toRecord(found: FoundRecord, actor: Actor, addressOf: AddressOf): object {
  const { kind, id } = found;
  if (found.row === undefined) return { kind, id, deleted: true };
  switch (found.kind) {
    case 'merchant':
      return { kind, ...merchantToWire(found.row) };
    case 'rights':
      return { kind, id, ...rightsToWire(found.row) };
    case 'product':
      return { kind, ...productToWire(found.row, actor, addressOf) };
    case 'customer':
      return { kind, ...customerToWire(found.row) };
    default: {
      const { deleted: _, ...fields } = found.row;
      return { kind, ...fields };
    }
  }
}

export const toSyncPage = ({ records, actor, cursor, has_more }: SyncPage, addressOf: AddressOf) => ({
  success: true,
  data: records.map((found) => toRecord(found, actor, addressOf)),
  meta: { cursor, has_more },
});
