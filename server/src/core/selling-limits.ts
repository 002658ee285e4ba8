import type { Merchant } from './actor.ts';
import { type Role, type SellingRole, sellingRoles } from './permissions.ts';

/** The limits of roles at the till, from the merchant's settings. */

const isSelling = (role: Role): role is SellingRole => (sellingRoles as readonly Role[]).includes(role);

/**
 * The maximum discount of a role, in parts per million of the list price; `undefined` if the role may change prices.
 */
export function maxDiscountPpm(merchant: Merchant, role: Role): number | undefined {
  if (merchant.price_override_roles.includes(role)) return undefined;
  return isSelling(role) ? merchant[`${role}_max_discount_ppm`] : 0;
}

/** The maximum number of days that a role may backdate a sale. */
export const maxBackdateDays = (merchant: Merchant, role: Role): number =>
  isSelling(role) ? merchant[`${role}_max_backdate_days`] : 0;

const percent = (ppm: number) => ppm / 10_000;

/** The limits as the API shows them: one value for each role that sells. */
export const toSellingLimits = (merchant: Merchant) => ({
  max_discount_percent: {
    owner: percent(merchant.owner_max_discount_ppm),
    manager: percent(merchant.manager_max_discount_ppm),
    cashier: percent(merchant.cashier_max_discount_ppm),
  },
  max_backdate_days: {
    owner: merchant.owner_max_backdate_days,
    manager: merchant.manager_max_backdate_days,
    cashier: merchant.cashier_max_backdate_days,
  },
  refund_to_original_method: merchant.refund_to_original_method,
});
