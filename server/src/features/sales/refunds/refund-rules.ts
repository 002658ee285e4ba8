import { divideHalfUp, type Minor, smaller, spread } from '@tillhouse/core/money';
import { shareOfUnits, sumOf } from '@tillhouse/core/pricing';
import { type Detail, invalidInput, invalidState } from '../../../core/errors.ts';
import type { SaleStatus } from '../rules.ts';

/** The fields of a line that a refund needs. */
export interface RefundableLine {
  line_no: number;
  /** `null` for a custom item. */
  product_id: string | null;
  name: string;
  quantity: number;
  tax: Minor;
  total: Minor;
  unit_cost: Minor;
  track_stock: boolean;
  refunded_quantity: number;
  refunded_amount: Minor;
  refunded_tax: Minor;
}

export interface RefundableSale {
  status: SaleStatus;
  total: Minor;
  tax: Minor;
  refunded_amount: Minor;
  refunded_tax: Minor;
  lines: readonly RefundableLine[];
}

/** Units of a product, or of one line of the sale, counted from 1. If both are named, the line has that product. */
export interface RefundItem {
  product_id?: string | undefined;
  line_no?: number | undefined;
  quantity: number;
}

/** An item that names a line or a product that the sale does not have. */
export function unknownItemError(
  lines: readonly Pick<RefundableLine, 'line_no' | 'product_id'>[],
  { product_id, line_no }: Omit<RefundItem, 'quantity'>,
): Detail | undefined {
  const line = lines.find((one) => one.line_no === line_no);
  if (line_no !== undefined && line === undefined) return { field: 'line_no', message: notSold };
  if (product_id === undefined || line?.product_id === product_id) return undefined;
  if (line !== undefined) return { field: 'product_id', message: `is not the product of line ${line_no}` };
  return lines.some((one) => one.product_id === product_id) ? undefined : { field: 'product_id', message: notSold };
}

export interface RefundInput {
  items?: readonly RefundItem[];
  amount?: Minor;
}

export interface RefundLine {
  line: RefundableLine;
  quantity: number;
  amount: Minor;
  tax: Minor;
}

export interface RefundPlan {
  amount: Minor;
  tax: Minor;
  lines: RefundLine[];
  /** The sale's status after the refund. */
  status: 'partially_refunded' | 'refunded';
  refunded_amount: Minor;
  remaining: Minor;
}

/** Error messages. */
export const mustExceedZero = 'must be more than 0';
export const productIsRequired = 'is required';
const notSold = 'is not part of this transaction';

/**
 * Calculates what a refund returns.
 * By items: each line returns its share of what was paid for it, calculated from the sum of all units returned so far,
 * so that the last unit returns exactly the rest. By amount: no goods are returned. Both: these items for this amount.
 * Neither: everything that is left. After all money is refunded, items for which no more was paid can be returned.
 * @throws AppError INVALID_STATE if the refund exceeds what is left, VALIDATION_ERROR for an item that was not sold
 */
export function planRefund(sale: RefundableSale, input: RefundInput): RefundPlan {
  if (!isRefundable(sale, input))
    throw invalidState(`A ${sale.status.replace('_', ' ')} transaction cannot be refunded`);
  const left = sale.total - sale.refunded_amount;
  const isEverything = input.items === undefined && input.amount === undefined;
  const chosen = isEverything ? everythingLeft(sale) : chooseLines(sale, input.items ?? []);
  const shares = chosen.map(shareOfChoice);
  const amount = input.amount ?? (isEverything ? left : sumOf(shares.map((share) => share.amount)));
  if (amount > left) {
    throw invalidState('The refund is more than what is left of this transaction', [
      { field: input.amount === undefined ? 'items' : 'amount', message: 'is more than is left to refund' },
    ]);
  }
  const isSumOfShares = amount === sumOf(shares.map((share) => share.amount));
  const lines = isSumOfShares ? shares : spreadOver(shares, amount);
  const refunded_amount = sale.refunded_amount + amount;
  return {
    amount,
    tax: refundTax(sale, amount, lines),
    lines,
    status: statusAfter(sale, lines, refunded_amount),
    refunded_amount,
    remaining: sale.total - refunded_amount,
  };
}

const isRefundable = ({ status }: RefundableSale, { items }: RefundInput): boolean =>
  status === 'completed' || status === 'partially_refunded' || (status === 'refunded' && items !== undefined);

/** A transaction is shown with all of its refunds. */
export const refundLinesAtMost = 5_000;

/**
 * Limits the number of a sale's refunds. The one that returns the last of the money is always possible.
 * @param lines_before the lines of earlier refunds
 * @throws AppError INVALID_STATE
 */
export function checkRefundCount(before: SaleStatus, { status, lines }: RefundPlan, lines_before: number): void {
  const isLast = status === 'refunded' && before !== 'refunded';
  if (isLast || lines_before + Math.max(1, lines.length) <= refundLinesAtMost) return;
  throw invalidState(
    'This transaction was refunded in too many parts; now only everything that is left can be refunded',
  );
}

interface Choice {
  line: RefundableLine;
  quantity: number;
}

const everythingLeft = (sale: RefundableSale): Choice[] =>
  sale.lines
    .map((line) => ({ line, quantity: line.quantity - line.refunded_quantity }))
    .filter(({ quantity }) => quantity > 0);

/** If a product is on several lines, the earlier lines are returned first. */
function chooseLines(sale: RefundableSale, items: readonly RefundItem[]): Choice[] {
  const chosen = new Map<RefundableLine, number>();
  const linesByProduct = Map.groupBy(sale.lines, ({ product_id }) => product_id);
  const unknown: Detail[] = [];
  const tooMany: Detail[] = [];
  items.forEach((item, index) => {
    const lines =
      item.line_no === undefined
        ? (linesByProduct.get(item.product_id ?? null) ?? [])
        : sale.lines.filter(({ line_no }) => line_no === item.line_no);
    const error = unknownItemError(sale.lines, item);
    if (error !== undefined) unknown.push({ field: `items[${index}].${error.field}`, message: error.message });
    let remaining = item.quantity;
    for (const line of lines) {
      const refundable = line.quantity - line.refunded_quantity - (chosen.get(line) ?? 0);
      const part = Math.min(refundable, remaining);
      if (part > 0) chosen.set(line, (chosen.get(line) ?? 0) + part);
      remaining -= part;
    }
    if (remaining > 0) {
      tooMany.push({ field: `items[${index}].quantity`, message: `only ${item.quantity - remaining} left to refund` });
    }
  });
  if (unknown.length > 0) throw invalidInput(unknown);
  if (tooMany.length > 0) throw invalidState('An item has fewer units left than this refund takes', tooMany);
  return [...chosen].map(([line, quantity]) => ({ line, quantity }));
}

/** At most what the line has left, since an earlier unit may have been refunded for more than its share. */
const shareOfChoice = ({ line, quantity }: Choice): RefundLine => ({
  line,
  quantity,
  amount: smaller(shareOfUnits(line.total, line, quantity), line.total - line.refunded_amount),
  tax: smaller(shareOfUnits(line.tax, line, quantity), line.tax - line.refunded_tax),
});

/** Spreads an agreed amount over the chosen lines. What exceeds a line's price stays with the sale as a whole. */
function spreadOver(shares: readonly RefundLine[], amount: Minor): RefundLine[] {
  const parts = spread(
    amount,
    shares.map((share) => share.amount),
  );
  return shares.map(({ line, quantity }, index) => {
    const part = smaller(parts[index] ?? 0n, line.total - line.refunded_amount);
    const tax =
      line.total === 0n ? 0n : smaller(divideHalfUp(line.tax * part, line.total), line.tax - line.refunded_tax);
    return { line, quantity, amount: part, tax };
  });
}

/**
 * The tax within a refund: that of its lines, and of what exceeds them a share of the tax that is then left. A refund
 * of everything that is left gets all remaining tax.
 */
function refundTax(sale: RefundableSale, amount: Minor, lines: readonly RefundLine[]): Minor {
  const left = sale.total - sale.refunded_amount;
  const taxLeft = sale.tax - sale.refunded_tax;
  if (amount === left) return taxLeft;
  const ofLines = sumOf(lines.map((line) => line.amount));
  const taxOfLines = smaller(sumOf(lines.map((line) => line.tax)), taxLeft);
  // More is left than the lines, since the amount is not all of it.
  return taxOfLines + divideHalfUp((taxLeft - taxOfLines) * (amount - ofLines), left - ofLines);
}

function statusAfter(
  sale: RefundableSale,
  lines: readonly RefundLine[],
  refunded_amount: Minor,
): 'partially_refunded' | 'refunded' {
  if (refunded_amount < sale.total) return 'partially_refunded';
  if (sale.total > 0n) return 'refunded';
  // The sale cost nothing, so only the returned units show whether it is fully refunded.
  const returned = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const notReturned = sale.lines.reduce((sum, line) => sum + line.quantity - line.refunded_quantity, 0);
  return returned === notReturned ? 'refunded' : 'partially_refunded';
}
