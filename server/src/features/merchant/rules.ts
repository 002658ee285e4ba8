import { currencyDigits, divideHalfUp, type Minor, readDecimal, toMinor } from '@tillhouse/core/money';
import type { TaxMode } from '@tillhouse/core/pricing';
import type { Merchant } from '../../core/actor.ts';
import type { ApprovalRule } from '../../core/approval-rule.ts';
import { ValidationErrors } from '../../core/errors.ts';
import type { PaymentMethod } from '../../core/payment-methods.ts';
import { type Role, roles, type SellingRole } from '../../core/permissions.ts';
import { type ApprovalRuleInput, convertRules, readApprovalRules, withVarianceLimit } from './approval-rules.ts';

/** Settings for receipts and tills. No operation needs them, so they are not read with each request. */
export interface TillSettings {
  tax_number: string | null;
  address: string | null;
  phone: string | null;
  receipt_footer: string | null;
  /** In the order in which a till shows them. */
  payment_methods: PaymentMethod[];
}

export type MerchantSettings = Merchant & TillSettings;

/**
 * Settings as in a request; omitted fields stay. Rates are percent, or points per whole unit of currency; a point's
 * value is in whole units.
 */
export interface SettingsChange {
  name?: string;
  currency?: string;
  timezone?: string;
  tax_mode?: TaxMode;
  tax_rate?: number;
  loyalty_rate?: number;
  point_value?: number;
  cash_rounding?: number | null;
  loyalty_tiers?: { silver?: number; gold?: number; platinum?: number };
  allow_negative_stock?: boolean;
  allow_custom_items?: boolean;
  price_override_roles?: Role[];
  cashier_refund_limit?: number | null;
  max_discount_percent?: Partial<Record<SellingRole, number>>;
  max_backdate_days?: Partial<Record<SellingRole, number>>;
  refund_to_original_method?: boolean;
  require_totp_roles?: Role[];
  tax_number?: string | null;
  address?: string | null;
  phone?: string | null;
  receipt_footer?: string | null;
  payment_methods?: PaymentMethod[];
  approval_rules?: ApprovalRuleInput[];
  approval_minutes?: number;
  variance_limit?: number | null;
}

/** The decimals of a stored number of millionths: four as a percentage, six as points. */
export const percentDecimals = 4;
export const pointDecimals = 6;

/** @throws AppError VALIDATION_ERROR naming every invalid field */
export function changeSettings(merchant: MerchantSettings, change: SettingsChange): MerchantSettings {
  const errors = new ValidationErrors();
  const currency = change.currency ?? merchant.currency;
  const converted = (amount: Minor) => inCurrency(amount, merchant.currency, currency);
  const readMoney = (field: string, value: number | undefined, current: Minor): Minor =>
    value === undefined
      ? converted(current)
      : orAddError(errors, field, toMinor(value, currency), 'has more decimals than the currency');
  const readRate = (field: string, value: number | undefined, current: bigint, decimals: number): bigint =>
    value === undefined
      ? current
      : orAddError(errors, field, readDecimal(value, decimals), `must have at most ${decimals} decimals`);
  const { silver, gold, platinum } = change.loyalty_tiers ?? {};
  const { cashier_refund_limit: limit } = change;
  const { max_discount_percent: discounts, max_backdate_days: days } = change;
  const readDiscount = (role: SellingRole) =>
    Number(
      readRate(
        `max_discount_percent.${role}`,
        discounts?.[role],
        BigInt(merchant[`${role}_max_discount_ppm`]),
        percentDecimals,
      ),
    );
  function changedRules(): ApprovalRule[] {
    const { approval_rules, variance_limit } = change;
    const rules =
      approval_rules === undefined
        ? convertRules(merchant.approval_rules, converted)
        : readApprovalRules(approval_rules, currency, errors);
    if (variance_limit === undefined) return rules;
    return withVarianceLimit(rules, variance_limit === null ? null : readMoney('variance_limit', variance_limit, 0n));
  }
  /** Other currencies have other coins. */
  function changedRounding(): Minor | null {
    const { cash_rounding } = change;
    if (cash_rounding === undefined) return currency === merchant.currency ? merchant.cash_rounding : null;
    return cash_rounding === null ? null : readMoney('cash_rounding', cash_rounding, 0n);
  }
  const changed: MerchantSettings = {
    id: merchant.id,
    name: change.name?.trim() ?? merchant.name,
    currency,
    timezone: change.timezone ?? merchant.timezone,
    tax_mode: change.tax_mode ?? merchant.tax_mode,
    tax_rate_ppm: Number(readRate('tax_rate', change.tax_rate, BigInt(merchant.tax_rate_ppm), percentDecimals)),
    loyalty_rate_ppm: readRate('loyalty_rate', change.loyalty_rate, merchant.loyalty_rate_ppm, pointDecimals),
    point_value_ppm: readRate('point_value', change.point_value, merchant.point_value_ppm, pointDecimals),
    cash_rounding: changedRounding(),
    silver_from: readMoney('loyalty_tiers.silver', silver, merchant.silver_from),
    gold_from: readMoney('loyalty_tiers.gold', gold, merchant.gold_from),
    platinum_from: readMoney('loyalty_tiers.platinum', platinum, merchant.platinum_from),
    allow_negative_stock: change.allow_negative_stock ?? merchant.allow_negative_stock,
    allow_custom_items: change.allow_custom_items ?? merchant.allow_custom_items,
    price_override_roles: roles.filter((role) =>
      (change.price_override_roles ?? merchant.price_override_roles).includes(role),
    ),
    cashier_refund_limit:
      limit === null || (limit === undefined && merchant.cashier_refund_limit === null)
        ? null
        : readMoney('cashier_refund_limit', limit, merchant.cashier_refund_limit ?? 0n),
    owner_max_discount_ppm: readDiscount('owner'),
    manager_max_discount_ppm: readDiscount('manager'),
    cashier_max_discount_ppm: readDiscount('cashier'),
    owner_max_backdate_days: days?.owner ?? merchant.owner_max_backdate_days,
    manager_max_backdate_days: days?.manager ?? merchant.manager_max_backdate_days,
    cashier_max_backdate_days: days?.cashier ?? merchant.cashier_max_backdate_days,
    refund_to_original_method: change.refund_to_original_method ?? merchant.refund_to_original_method,
    require_totp_roles: roles.filter((role) =>
      (change.require_totp_roles ?? merchant.require_totp_roles).includes(role),
    ),
    approval_rules: changedRules(),
    approval_minutes: change.approval_minutes ?? merchant.approval_minutes,
    tax_number: textOrNull(change.tax_number, merchant.tax_number),
    address: textOrNull(change.address, merchant.address),
    phone: textOrNull(change.phone, merchant.phone),
    receipt_footer: textOrNull(change.receipt_footer, merchant.receipt_footer),
    payment_methods: change.payment_methods ?? merchant.payment_methods,
  };
  if (new Set(changed.payment_methods).size < changed.payment_methods.length)
    errors.add('payment_methods', 'must name each method once');
  // Tiers are checked only if all amounts could be read.
  if (errors.details.length === 0) checkTiers(changed, errors);
  errors.throwIfAny();
  return changed;
}

/** The new value of a text field: omitted, it stays; blank, it becomes null. */
function textOrNull(value: string | null | undefined, current: string | null): string | null {
  if (value === undefined) return current;
  const text = value?.trim() ?? '';
  return text === '' ? null : text;
}

function checkTiers({ silver_from, gold_from, platinum_from }: Merchant, errors: ValidationErrors): void {
  if (silver_from <= 0n) errors.add('loyalty_tiers.silver', 'must be more than 0');
  if (gold_from <= silver_from) errors.add('loyalty_tiers.gold', 'must be more than silver');
  if (platinum_from <= gold_from) errors.add('loyalty_tiers.platinum', 'must be more than gold');
}

/** Returns the value; adds an error and returns 0 if there is none. */
function orAddError(errors: ValidationErrors, field: string, value: bigint | undefined, message: string): bigint {
  if (value === undefined) errors.add(field, message);
  return value ?? 0n;
}

/** The same number of whole units in another currency: 1,000.00 dollars become 1,000 yen. */
function inCurrency(amount: Minor, from: string, to: string): Minor {
  return divideHalfUp(amount * 10n ** BigInt(currencyDigits(to)), 10n ** BigInt(currencyDigits(from)));
}
