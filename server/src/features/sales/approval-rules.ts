import { larger, type Minor } from '@tillhouse/core/money';
import { sumOf } from '@tillhouse/core/pricing';
import type { Merchant } from '../../core/actor.ts';
import type { Act } from '../../core/approvals.ts';
import { type Detail, forbidden } from '../../core/errors.ts';
import { discountError, excessiveDiscounts, type ReducedSale } from './discount-rules.ts';
import type { LineToSell } from './rules.ts';

const million = 1_000_000n;

type ChangedLine = Pick<LineToSell, 'price' | 'list_price' | 'quantity'>;

/** The prices of a sale that differ from the catalogue's, at these fields. */
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
      amount: sumOf(changed.map((line) => differenceOf(line) * BigInt(line.quantity))),
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
export function discountAct(merchant: Merchant, sale: ReducedSale): Act {
  const amount = sumOf(sale.lines.map(({ line_discount, sale_discount }) => line_discount + sale_discount));
  return {
    ...refusedDiscount(merchant, sale),
    amount,
    isAboveShare: (ppm) => excessiveDiscounts(sale, ppm).length > 0,
    appliesWithoutLimit: amount > 0n,
  };
}

/** The discounts of a parked sale. The rules were applied when it was parked or changed. */
export const refusedDiscount = (merchant: Merchant, sale: ReducedSale): Act => ({
  action: 'discount',
  appliesWithoutLimit: false,
  refusal: (role) => discountError({ merchant, role }, sale),
});
