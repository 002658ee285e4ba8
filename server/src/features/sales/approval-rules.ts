import { larger, type Minor } from '@tillhouse/core/money';
import { sumOf } from '@tillhouse/core/pricing';
import type { Merchant } from '../../core/actor.ts';
import type { Act } from '../../core/approvals.ts';
import { type Detail, forbidden } from '../../core/errors.ts';
import { discountError, excessiveDiscounts, type ReducedSale } from './discount-rules.ts';
import { givenBefore, type SaleToCompare } from './given-before-rules.ts';
import type { LineToSell } from './rules.ts';

const million = 1_000_000n;

type ChangedLine = Pick<LineToSell, 'price' | 'list_price' | 'quantity'>;

/**
 * The prices of a sale that differ from the catalogue's, at these fields. The amount counts prices that were parked,
 * too: prices that are changed one after another have one limit.
 */
export function priceAct(
  { price_override_roles }: Pick<Merchant, 'price_override_roles'>,
  lines: readonly ChangedLine[],
  overridden: readonly Detail[],
): Act[] {
  if (overridden.length === 0) return [];
  const fields = new Set(overridden.map(({ field }) => field));
  const changed = lines.filter((_, index) => fields.has(`items[${index}].price`));
  return [
    {
      action: 'price_override',
      amount: sumOf(lines.map((line) => differenceOf(line) * BigInt(line.quantity))),
      isAboveShare: (ppm) => changed.some((line) => differenceOf(line) * million > line.list_price * BigInt(ppm)),
      refusal: (role) =>
        price_override_roles.includes(role)
          ? undefined
          : forbidden(`The role ${role} may not change prices`, overridden),
    },
  ];
}

const differenceOf = ({ price, list_price }: ChangedLine): Minor => larger(price - list_price, list_price - price);

/** The discounts of a sale. Their share counts lowered prices, too. */
export const discountAct = (merchant: Merchant, sale: ReducedSale): Act => {
  const amount = discountOf(sale);
  return {
    ...refusedDiscount(merchant, sale),
    amount,
    isAboveShare: (ppm) => excessiveDiscounts(sale, ppm).length > 0,
    appliesWithoutLimit: amount > 0n,
  };
};

/**
 * The discounts of a changed parked sale, against the list prices. What it gave away before the change was allowed
 * then; only what grows is checked again, as a whole.
 */
export function changedDiscountAct(merchant: Merchant, parked: SaleToCompare, changed: SaleToCompare): Act {
  const given = givenBefore(parked, changed);
  const amount = discountOf(changed);
  const isLarger = amount > discountOf(parked);
  return {
    action: 'discount',
    amount: isLarger ? amount : 0n,
    isAboveShare: (ppm) => excessiveDiscounts(changed, ppm, given).length > 0,
    appliesWithoutLimit: isLarger,
    refusal: (role) => discountError({ merchant, role }, changed, given),
  };
}

const discountOf = ({ lines }: ReducedSale): Minor =>
  sumOf(lines.map(({ line_discount, sale_discount }) => line_discount + sale_discount));

/** The discounts of a parked sale. The rules were applied when it was parked or changed. */
export const refusedDiscount = (merchant: Merchant, sale: ReducedSale): Act => ({
  action: 'discount',
  appliesWithoutLimit: false,
  refusal: (role) => discountError({ merchant, role }, sale),
});
