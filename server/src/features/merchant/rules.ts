import { currencyDigits, divideHalfUp, type Minor, readDecimal, toMinor } from '@tillhouse/core/money';
import type { TaxMode } from '@tillhouse/core/pricing';
import type { Merchant } from '../../core/actor.ts';
import { ValidationErrors } from '../../core/errors.ts';
import type { PaymentMethod } from '../../core/payment-methods.ts';
import { type Role, roles, type SellingRole } from '../../core/permissions.ts';

/**
 * What a receipt prints of the merchant, and what its tills offer. Not needed by operations, so it is not read with
 * each request.
 */
export interface CounterSettings {
  tax_number: string | null;
  address: string | null;
  phone: string | null;
  receipt_footer: string | null;
  /** In the order in which a till shows them. */
  payment_methods: PaymentMethod[];
}

export type MerchantSettings = Merchant & CounterSettings;

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
}

/** Parts per million have four decimals as percent, and six as points. */
export const percentDecimals = 4;
export const pointDecimals = 6;

/** @throws AppError VALIDATION_ERROR naming every invalid field */
export function changeSettings(merchant: MerchantSettings, change: SettingsChange): MerchantSettings {
  const errors = new ValidationErrors();
  const currency = change.currency ?? merchant.currency;
  const kept = (amount: Minor) => inCurrency(amount, merchant.currency, currency);
  const asMoney = (field: string, written: number | undefined, present: Minor): Minor =>
    written === undefined
      ? kept(present)
      : noted(errors, field, toMinor(written, currency), 'has more decimals than the currency');
  const asRate = (field: string, written: number | undefined, present: bigint, decimals: number): bigint =>
    written === undefined
      ? present
      : noted(errors, field, readDecimal(written, decimals), `must have at most ${decimals} decimals`);
  const { silver, gold, platinum } = change.loyalty_tiers ?? {};
  const { cashier_refund_limit: limit } = change;
  const { max_discount_percent: discounts, max_backdate_days: days } = change;
  const asDiscount = (role: SellingRole) =>
    Number(
      asRate(
        `max_discount_percent.${role}`,
        discounts?.[role],
        BigInt(merchant[`${role}_max_discount_ppm`]),
        percentDecimals,
      ),
    );
  const changed: MerchantSettings = {
    id: merchant.id,
    name: change.name?.trim() ?? merchant.name,
    currency,
    timezone: change.timezone ?? merchant.timezone,
    tax_mode: change.tax_mode ?? merchant.tax_mode,
    tax_rate_ppm: Number(asRate('tax_rate', change.tax_rate, BigInt(merchant.tax_rate_ppm), percentDecimals)),
    loyalty_rate_ppm: asRate('loyalty_rate', change.loyalty_rate, merchant.loyalty_rate_ppm, pointDecimals),
    point_value_ppm: asRate('point_value', change.point_value, merchant.point_value_ppm, pointDecimals),
    silver_from: asMoney('loyalty_tiers.silver', silver, merchant.silver_from),
    gold_from: asMoney('loyalty_tiers.gold', gold, merchant.gold_from),
    platinum_from: asMoney('loyalty_tiers.platinum', platinum, merchant.platinum_from),
    allow_negative_stock: change.allow_negative_stock ?? merchant.allow_negative_stock,
    allow_custom_items: change.allow_custom_items ?? merchant.allow_custom_items,
    price_override_roles: roles.filter((role) =>
      (change.price_override_roles ?? merchant.price_override_roles).includes(role),
    ),
    cashier_refund_limit:
      limit === null || (limit === undefined && merchant.cashier_refund_limit === null)
        ? null
        : asMoney('cashier_refund_limit', limit, merchant.cashier_refund_limit ?? 0n),
    owner_max_discount_ppm: asDiscount('owner'),
    manager_max_discount_ppm: asDiscount('manager'),
    cashier_max_discount_ppm: asDiscount('cashier'),
    owner_max_backdate_days: days?.owner ?? merchant.owner_max_backdate_days,
    manager_max_backdate_days: days?.manager ?? merchant.manager_max_backdate_days,
    cashier_max_backdate_days: days?.cashier ?? merchant.cashier_max_backdate_days,
    refund_to_original_method: change.refund_to_original_method ?? merchant.refund_to_original_method,
    require_totp_roles: roles.filter((role) =>
      (change.require_totp_roles ?? merchant.require_totp_roles).includes(role),
    ),
    tax_number: filled(change.tax_number, merchant.tax_number),
    address: filled(change.address, merchant.address),
    phone: filled(change.phone, merchant.phone),
    receipt_footer: filled(change.receipt_footer, merchant.receipt_footer),
    payment_methods: change.payment_methods ?? merchant.payment_methods,
  };
  if (new Set(changed.payment_methods).size < changed.payment_methods.length)
    errors.add('payment_methods', 'must name each method once');
  // Tiers are checked only if all amounts could be read.
  if (errors.details.length === 0) checkTiers(changed, errors);
  errors.throwIfAny();
  return changed;
}

/** A text with content; an empty one clears the field. */
function filled(written: string | null | undefined, present: string | null): string | null {
  if (written === undefined) return present;
  const text = written?.trim() ?? '';
  return text === '' ? null : text;
}

function checkTiers({ silver_from, gold_from, platinum_from }: Merchant, errors: ValidationErrors): void {
  if (silver_from <= 0n) errors.add('loyalty_tiers.silver', 'must be more than 0');
  if (gold_from <= silver_from) errors.add('loyalty_tiers.gold', 'must be more than silver');
  if (platinum_from <= gold_from) errors.add('loyalty_tiers.platinum', 'must be more than gold');
}

function noted(errors: ValidationErrors, field: string, value: bigint | undefined, complaint: string): bigint {
  if (value === undefined) errors.add(field, complaint);
  return value ?? 0n;
}

/** The same number of whole units in another currency: 1,000.00 dollars become 1,000 yen. */
function inCurrency(amount: Minor, from: string, to: string): Minor {
  const more = currencyDigits(to) - currencyDigits(from);
  return more >= 0 ? amount * 10n ** BigInt(more) : divideHalfUp(amount, 10n ** BigInt(-more));
}
