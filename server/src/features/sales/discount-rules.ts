import { type Minor, shareOf } from '@tillhouse/core/money';
import { type LineAmounts, sumOf } from '@tillhouse/core/pricing';
import type { Actor } from '../../core/actor.ts';
import { type AppError, type Detail, forbidden } from '../../core/errors.ts';
import { maxDiscountPpm } from '../../core/selling-limits.ts';
import type { LineToSell } from './rules.ts';

/** The fields of a line that determine its reduction. */
type ReducedLine = Pick<LineToSell, 'quantity' | 'price' | 'list_price'> &
  Pick<LineAmounts, 'line_discount' | 'sale_discount'>;

/** A sale with its reductions. `discount_ppm` is the requested percentage of a line or the sale, if there was one. */
export interface ReducedSale {
  lines: readonly (ReducedLine & { discount_ppm?: number | null })[];
  discount_ppm?: number | null;
}

const million = 1_000_000n;

interface Limit {
  max_ppm: number;
  /** A percentage is rounded half up, so it may exceed the limit by a fraction of a minor unit. */
  isRounded: boolean;
}

/** An exact comparison: accepts exactly the limit, rejects one minor unit more. */
function exceeds(reduction: Minor, listed: Minor, { max_ppm, isRounded }: Limit): boolean {
  return isRounded ? reduction > shareOf(listed, BigInt(max_ppm)) : reduction * million > listed * BigInt(max_ppm);
}

/** What a changed sale gives away that it gave away before the change: allowed then, and not checked again. */
export interface GivenBefore {
  /** The indexes of lines whose own reduction is not larger. */
  lines: ReadonlySet<number>;
  /** Whether neither a line nor the discount on the whole sale gives away more. */
  isAll: boolean;
}

const nothingGiven: GivenBefore = { lines: new Set(), isAll: false };

/**
 * The discounts of a sale that exceed a limit. A reduction is the difference to the list price, by a discount or a
 * lowered price: for each line before the sale's discount, and for the whole sale.
 */
export function excessiveDiscounts(
  { lines, discount_ppm = null }: ReducedSale,
  max_ppm: number,
  given = nothingGiven,
): Detail[] {
  const message = `is more than ${max_ppm / 10_000} % of the list price`;
  const reduced = lines.map((line) => {
    const listed = line.list_price * BigInt(line.quantity);
    const reduction = listed - line.price * BigInt(line.quantity) + line.line_discount;
    return { listed, reduction, isRounded: (line.discount_ppm ?? null) !== null };
  });
  const details = reduced.flatMap(({ listed, reduction, isRounded }, index): Detail[] =>
    !given.lines.has(index) && exceeds(reduction, listed, { max_ppm, isRounded })
      ? [{ field: `items[${index}].discount`, message }]
      : [],
  );
  const sale_discount = sumOf(lines.map((line) => line.sale_discount));
  const listed = sumOf(reduced.map((line) => line.listed));
  const reduction = sumOf(reduced.map((line) => line.reduction)) + sale_discount;
  const isRounded = discount_ppm !== null || reduced.some((line) => line.isRounded);
  if (sale_discount > 0n && !given.isAll && exceeds(reduction, listed, { max_ppm, isRounded }))
    details.push({ field: 'discount', message });
  return details;
}

/** Why an actor may not give the discounts of these lines; `undefined` if they may. */
export function discountError(
  { merchant, role }: Pick<Actor, 'merchant' | 'role'>,
  sale: ReducedSale,
  given = nothingGiven,
): AppError | undefined {
  const max_ppm = maxDiscountPpm(merchant, role);
  if (max_ppm === undefined) return undefined;
  const details = excessiveDiscounts(sale, max_ppm, given);
  if (details.length === 0) return undefined;
  return forbidden(`The role ${role} may give discounts of up to ${max_ppm / 10_000} %`, details);
}
