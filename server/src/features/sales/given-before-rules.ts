import type { Minor } from '@tillhouse/core/money';
import { type LineAmounts, sumOf } from '@tillhouse/core/pricing';
import type { GivenBefore } from './discount-rules.ts';
import type { LineToSell } from './rules.ts';

interface LineToCompare
  extends Pick<LineToSell, 'product_id' | 'name' | 'quantity' | 'price' | 'list_price'>,
    Pick<LineAmounts, 'line_discount' | 'sale_discount'> {
  discount_ppm: number | null;
}

export interface SaleToCompare {
  lines: readonly LineToCompare[];
  discount_ppm: number | null;
}

/** What is taken off, and off which amount. */
interface Reduction {
  off: Minor;
  from: Minor;
}

/** Neither more money nor a larger share. A percentage is rounded half up, so the share may differ by a minor unit. */
const isWithin = (after: Reduction, before: Reduction): boolean =>
  after.off <= before.off && (after.off - 1n) * before.from <= before.off * after.from;

/** What a changed sale gives away that the parked one gave away already. */
export function givenBefore(parked: SaleToCompare, changed: SaleToCompare): GivenBefore {
  const lines = givenLines(parked.lines, changed.lines);
  const isAll = lines.size === changed.lines.length && isWithin(saleDiscountOf(changed), saleDiscountOf(parked));
  return { lines, isAll };
}

/** The discount on the whole sale, which is taken off its lines after their own discounts. */
const saleDiscountOf = ({ lines }: SaleToCompare): Reduction => ({
  off: sumOf(lines.map(({ sale_discount }) => sale_discount)),
  from: sumOf(lines.map(({ price, quantity, line_discount }) => price * BigInt(quantity) - line_discount)),
});

/** A line's own reduction against this list price. */
const reductionOf = ({ price, quantity, line_discount }: LineToCompare, list_price: Minor): Reduction => ({
  off: (list_price - price) * BigInt(quantity) + line_discount,
  from: list_price * BigInt(quantity),
});

/**
 * The indexes of lines that take no more off than a parked line of the same goods. A parked line may be split: its
 * reduction is used up by the lines that it covers. A list price that has changed since does not count as a reduction.
 */
function givenLines(parked: readonly LineToCompare[], changed: readonly LineToCompare[]): Set<number> {
  const rests = parked.map((line) => ({ line, used: 0n }));
  const given = new Set<number>();
  changed.forEach((line, index) => {
    const reduction = reductionOf(line, line.list_price);
    const covering = rests
      .map((rest) => {
        const before = reductionOf(rest.line, line.product_id === null ? rest.line.list_price : line.list_price);
        return { rest, before, left: before.off - rest.used };
      })
      .filter(({ rest, before, left }) => {
        return isSameGoods(rest.line, line) && reduction.off <= left && isWithin(reduction, before);
      });
    // The smallest that is enough, so that a larger one is left for a later line.
    const [best] = covering.toSorted((one, other) => (one.left < other.left ? -1 : 1));
    if (best !== undefined) best.rest.used += reduction.off;
    if (best !== undefined || reduction.off <= 0n) given.add(index);
  });
  return given;
}

const isSameGoods = (one: LineToCompare, other: LineToCompare): boolean =>
  one.product_id === other.product_id && (one.product_id !== null || one.name === other.name);
