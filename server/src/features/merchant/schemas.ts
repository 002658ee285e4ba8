import { toMajor } from '@tillhouse/core/money';
import { type TSchema, Type } from 'typebox';
import { approvalActions } from '../../core/approval-rule.ts';
import { paymentMethods } from '../../core/payment-methods.ts';
import { type Role, roles } from '../../core/permissions.ts';
import { toSellingLimits } from '../../core/selling-limits.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import {
  amount,
  currency,
  freeText,
  id,
  money,
  nullable,
  oneOf,
  text,
  timestamp,
  timezone,
} from '../../platform/validation/fields.ts';
import { toApprovalRules, varianceLimitOf } from './approval-rules.ts';
import type { BranchRow, MerchantRow, WarehouseRow } from './queries.ts';
import { percentDecimals, pointDecimals } from './rules.ts';

const taxModes = ['none', 'inclusive', 'exclusive'] as const;
const percent = () => Type.Number({ minimum: 0, maximum: 100, description: 'Percent, up to 4 decimals: 11 is 11 %' });
const pointValue = () =>
  Type.Number({
    minimum: 0,
    maximum: 1_000_000,
    description:
      'The value of one point when spent, in the major unit of the currency, up to 6 decimals; 0: points are not accepted',
  });
const cashRounding = () =>
  Type.Number({
    exclusiveMinimum: 0,
    maximum: 10_000,
    description:
      'The smallest cash amount, in the major unit of the currency: what is paid in cash is rounded half up to a multiple of it; null: cash is not rounded',
  });
const pointsRate = () =>
  Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Points per whole unit of currency, up to 6 decimals' });

/** One value for each role that sells. */
const byRole = <Value extends TSchema>(value: Value, description: string) =>
  Type.Object({ owner: value, manager: value, cashier: value }, { description });

const discounts =
  'The highest discount of a role, in percent of the list price. Does not apply to roles that may change prices';
const backdating = 'How many days a role may backdate a sale with `occurred_at`';
const backdateDays = () => Type.Integer({ minimum: 0, maximum: 90 });

const approvalLimits = {
  amount: 'Approval is needed above this amount; not for no_sale',
  percent: 'Approval is needed above this share, up to 4 decimals; for refund, discount and price_override',
  quantity: 'Approval is needed above this number of units; for stock_adjustment',
};
const approvalAction = {
  ...oneOf(approvalActions),
  description: '`write_off` is for writing off what a lost device has not sent. No operation needs it yet',
};
const exemptRoles = 'Roles that need no approval, and may approve; empty for owner and manager';

const approvalRule = Type.Object({
  action: approvalAction,
  above_amount: nullable(Type.Number({ description: approvalLimits.amount })),
  above_percent: nullable(Type.Number({ description: approvalLimits.percent })),
  above_quantity: nullable(Type.Integer({ description: approvalLimits.quantity })),
  exempt_roles: Type.Array(oneOf(roles), { description: exemptRoles }),
});

const approvalRulesBody = Type.Array(
  Type.Object({
    action: approvalAction,
    above_amount: Type.Optional(nullable({ ...money(), description: approvalLimits.amount })),
    above_percent: Type.Optional(nullable({ ...percent(), description: approvalLimits.percent })),
    above_quantity: Type.Optional(
      nullable(Type.Integer({ minimum: 0, maximum: 1_000_000, description: approvalLimits.quantity })),
    ),
    exempt_roles: Type.Optional(Type.Array(oneOf(roles), { maxItems: 20, description: exemptRoles })),
  }),
  {
    maxItems: approvalActions.length,
    description: 'At most one for an action. Without limits, every act of it needs an approval',
  },
);

export const merchant = Type.Object({
  id: id(),
  name: Type.String(),
  currency: currency(),
  timezone: timezone(),
  tax_mode: oneOf(taxModes),
  tax_rate: percent(),
  loyalty_rate: pointsRate(),
  point_value: pointValue(),
  cash_rounding: nullable(cashRounding()),
  loyalty_tiers: Type.Object({ silver: amount(), gold: amount(), platinum: amount() }),
  allow_negative_stock: Type.Boolean(),
  allow_custom_items: Type.Boolean({
    description: 'Whether a sale may have custom items, with their own name and price instead of a product',
  }),
  price_override_roles: Type.Array(oneOf(roles)),
  cashier_refund_limit: nullable(amount()),
  max_discount_percent: byRole(percent(), discounts),
  max_backdate_days: byRole(backdateDays(), backdating),
  refund_to_original_method: Type.Boolean({
    description: 'Whether a cashier refunds money only by a method that the sale was paid with',
  }),
  require_totp_roles: Type.Array(oneOf(roles), { description: 'Roles that need an authenticator app or a passkey' }),
  tax_number: nullable(Type.String({ description: 'The merchant’s tax number, for receipts' })),
  address: nullable(Type.String({ description: 'For receipts' })),
  phone: nullable(Type.String({ description: 'For receipts' })),
  receipt_footer: nullable(Type.String({ description: 'Text at the end of a receipt' })),
  payment_methods: Type.Array(oneOf(paymentMethods), { description: 'Offered by a till, in this order' }),
  approval_rules: Type.Array(approvalRule, { description: 'When another person must approve an act' }),
  variance_limit: nullable(
    Type.Number({ description: 'The limit of the rule for `shift_variance`; null without a limit' }),
  ),
  approval_minutes: Type.Integer({ description: 'How long an approval is valid after its request' }),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const merchantBody = Type.Object({
  name: Type.Optional(text(200)),
  currency: Type.Optional(currency('ISO 4217; changes only while there is no product and no transaction')),
  timezone: Type.Optional(timezone()),
  tax_mode: Type.Optional(oneOf(taxModes)),
  tax_rate: Type.Optional(percent()),
  loyalty_rate: Type.Optional(pointsRate()),
  point_value: Type.Optional(pointValue()),
  cash_rounding: Type.Optional(nullable(cashRounding())),
  loyalty_tiers: Type.Optional(
    Type.Object({ silver: Type.Optional(money()), gold: Type.Optional(money()), platinum: Type.Optional(money()) }),
  ),
  allow_negative_stock: Type.Optional(Type.Boolean()),
  allow_custom_items: Type.Optional(Type.Boolean()),
  price_override_roles: Type.Optional(Type.Array(oneOf(roles), { maxItems: 20 })),
  cashier_refund_limit: Type.Optional(nullable(money())),
  max_discount_percent: Type.Optional(Type.Partial(byRole(percent(), discounts))),
  max_backdate_days: Type.Optional(Type.Partial(byRole(backdateDays(), backdating))),
  refund_to_original_method: Type.Optional(Type.Boolean()),
  require_totp_roles: Type.Optional(Type.Array(oneOf(roles), { maxItems: 20 })),
  tax_number: Type.Optional(nullable(freeText(64))),
  address: Type.Optional(nullable(freeText(1_000))),
  phone: Type.Optional(nullable(freeText(32))),
  receipt_footer: Type.Optional(nullable(freeText(1_000))),
  payment_methods: Type.Optional(
    Type.Array(oneOf(paymentMethods), {
      minItems: 1,
      maxItems: paymentMethods.length,
      description: 'Each at most once',
    }),
  ),
  approval_rules: Type.Optional(approvalRulesBody),
  variance_limit: Type.Optional(
    nullable({
      ...money(),
      description: 'Another spelling of the rule for `shift_variance`: its `above_amount`; null removes the rule',
    }),
  ),
  approval_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_440 })),
});

export const toMerchant = (row: MerchantRow) => ({
  id: row.id,
  name: row.name,
  currency: row.currency,
  timezone: row.timezone,
  tax_mode: row.tax_mode,
  tax_rate: row.tax_rate_ppm / 10 ** percentDecimals,
  loyalty_rate: Number(row.loyalty_rate_ppm) / 10 ** pointDecimals,
  point_value: Number(row.point_value_ppm) / 10 ** pointDecimals,
  cash_rounding: row.cash_rounding === null ? null : toMajor(row.cash_rounding, row.currency),
  loyalty_tiers: {
    silver: toMajor(row.silver_from, row.currency),
    gold: toMajor(row.gold_from, row.currency),
    platinum: toMajor(row.platinum_from, row.currency),
  },
  allow_negative_stock: row.allow_negative_stock,
  allow_custom_items: row.allow_custom_items,
  price_override_roles: row.price_override_roles as Role[],
  cashier_refund_limit: row.cashier_refund_limit === null ? null : toMajor(row.cashier_refund_limit, row.currency),
  ...toSellingLimits(row),
  require_totp_roles: row.require_totp_roles as Role[],
  tax_number: row.tax_number,
  address: row.address,
  phone: row.phone,
  receipt_footer: row.receipt_footer,
  payment_methods: row.payment_methods,
  approval_rules: toApprovalRules(row.approval_rules, row.currency),
  variance_limit: varianceLimitOf(row.approval_rules, row.currency),
  approval_minutes: row.approval_minutes,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

const branchFields = {
  address: Type.Optional(nullable(freeText(1_000))),
  phone: Type.Optional(nullable(freeText(32))),
  timezone: Type.Optional(nullable(timezone('IANA time zone; null: the merchant’s'))),
};

export const newBranchBody = Type.Object({ name: text(200), ...branchFields });
export const branchBody = Type.Object({ name: Type.Optional(text(200)), ...branchFields });

export const branch = Type.Object({
  id: id(),
  name: Type.String(),
  address: nullable(Type.String()),
  phone: nullable(Type.String()),
  timezone: nullable(Type.String()),
  is_default: Type.Boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const toBranch = (row: BranchRow) => ({ ...row });

const isDefault = () =>
  Type.Optional(Type.Boolean({ description: '`true` replaces the branch’s current default warehouse' }));

export const newWarehouseBody = Type.Object({ name: text(200), branch_id: id(), is_default: isDefault() });
export const warehouseBody = Type.Object({
  name: Type.Optional(text(200)),
  branch_id: Type.Optional(id()),
  is_default: isDefault(),
});

export const warehouse = Type.Object({
  id: id(),
  name: Type.String(),
  branch_id: id(),
  is_default: Type.Boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const toWarehouse = (row: WarehouseRow) => ({ ...row });

const sort = Type.Optional(
  Type.String({ maxLength: 200, description: 'name, created_at or id; a minus before one reverses it' }),
);

export const branchQuery = Type.Object({ ...pagingQuery, sort });
export const warehouseQuery = Type.Object({ ...pagingQuery, sort, branch_id: Type.Optional(id()) });
