import type { Actor } from '../../kernel/actor.ts';
import type { Minor } from '../../kernel/money.ts';
import { type Detail, forbidden, type Refusal } from '../../kernel/refusal.ts';
import { maxDiscountPpm } from '../../kernel/selling-limits.ts';
import type { PricedLine } from './rules.ts';
import { sumOf } from './rules.ts';

/** A line as far as its reduction is concerned. */
type ReducedLine = Pick<PricedLine, 'quantity' | 'price' | 'list_price' | 'line_discount' | 'sale_discount'>;

const million = 1_000_000n;

/** The comparison is exact: a discount of just the limit passes, one minor unit more does not. */
const exceeds = (reduction: Minor, listed: Minor, max_ppm: number): boolean => reduction * million > listed * BigInt(max_ppm);

/**
 * The discounts of a sale that go beyond a limit. A reduction is what is missing to the list price, whether a discount or a lowered price took it
 * off: of each line before the sale's discount, and of the sale as a whole.
 */
export function excessiveDiscounts(lines: readonly ReducedLine[], max_ppm: number): Detail[] {
  const message = `is more than ${max_ppm / 10_000} % of the list price`;
  const listed = lines.map((line) => line.list_price * BigInt(line.quantity));
  const reductions = lines.map((line, index) => (listed[index] ?? 0n) - line.price * BigInt(line.quantity) + line.line_discount);
  const details = lines.flatMap((_, index): Detail[] =>
    exceeds(reductions[index] ?? 0n, listed[index] ?? 0n, max_ppm) ? [{ field: `items[${index}].discount`, message }] : [],
  );
  const sale_discount = sumOf(lines.map((line) => line.sale_discount));
  if (sale_discount > 0n && exceeds(sumOf(reductions) + sale_discount, sumOf(listed), max_ppm))
    details.push({ field: 'discount', message });
  return details;
}

/** Why an actor may not give the discounts of these lines; `undefined` where they may. */
export function refusalOfDiscounts(
  { merchant, role }: Pick<Actor, 'merchant' | 'role'>,
  lines: readonly ReducedLine[],
): Refusal | undefined {
  const max_ppm = maxDiscountPpm(merchant, role);
  if (max_ppm === undefined) return undefined;
  const details = excessiveDiscounts(lines, max_ppm);
  if (details.length === 0) return undefined;
  return forbidden(`The role ${role} may give discounts of up to ${max_ppm / 10_000} %`, details);
}
