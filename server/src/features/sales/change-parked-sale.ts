import type { Discount } from '@tillhouse/core/pricing';
import type { OperationContext } from '../../core/actor.ts';
import { approvalError, requireApproval } from '../../core/approvals.ts';
import { ValidationErrors } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { listSellables } from '../catalogue/find-sellables.ts';
import { listExistingCustomers } from '../customers/find-customers.ts';
import {
  createAllocator,
  lockLevels,
  type Move,
  postMoves,
  releaseLevels,
  shortageError,
} from '../inventory/move-stock.ts';
import { changedDiscountAct, priceAct, refusedDiscount } from './approval-rules.ts';
import { getSaleForAct, stockOfSale } from './locked-sale.ts';
import { demandsOf } from './post-sales.ts';
import { discountPpmOf, toSaleLine } from './prepare-sale.ts';
import { deleteLines, insertLines, updateParked } from './queries.ts';
import { type LineToSell, priceSale } from './rules.ts';
import type { Sale } from './sale.ts';
import { readLines, type SaleItem } from './sale-lines.ts';

/** Omitted fields keep their value. */
export interface SaleChange {
  id: string;
  items?: SaleItem[];
  discount?: Discount;
  customer_id?: string | null;
  note?: string | null;
  label?: string | null;
}

/**
 * Changes a parked sale and its reservation. New items replace the old ones, at the prices of the request or the
 * catalogue.
 * What the sale gives away against the list prices needs no second permission, as long as it does not grow. What grows
 * must be within the caller's limits as a whole, or approved.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, FORBIDDEN; INVALID_STATE if the sale is not parked; INSUFFICIENT_STOCK
 */
export async function changeParkedSale(tx: Transaction, ctx: OperationContext, change: SaleChange): Promise<Sale> {
  const parked = await getSaleForAct(tx, ctx, { id: change.id, statuses: ['pending'], done: 'changed' });
  const errors = new ValidationErrors();
  await checkCustomer(tx, change.customer_id, errors);
  const { customer_id = parked.customer_id, note = parked.note, label = parked.label } = change;
  const changed = { ...(await reprice(tx, ctx, { parked, change, errors })), customer_id, note, label };
  tx.emit({ type: 'sale.updated', subject_id: parked.id, payload: changed, previous: parked, ctx });
  if (change.items !== undefined) await changeReservation(tx, ctx, { parked, changed });
  await deleteLines(tx, parked.id);
  await updateParked(tx, changed, ctx.now);
  insertLines(tx, [changed]);
  return changed;
}

async function checkCustomer(
  tx: Transaction,
  customer_id: string | null | undefined,
  errors: ValidationErrors,
): Promise<void> {
  if (customer_id === null || customer_id === undefined) return;
  if (!(await listExistingCustomers(tx, [customer_id])).has(customer_id))
    errors.add('customer_id', 'is not a customer of this merchant');
}

interface Repricing {
  parked: Sale;
  change: SaleChange;
  /** The errors of the change so far; thrown before prices are calculated. */
  errors: ValidationErrors;
}

async function reprice(tx: Transaction, ctx: OperationContext, { parked, change, errors }: Repricing): Promise<Sale> {
  const { items, discount } = change;
  const { actor } = ctx;
  const { lines, overridden } =
    items === undefined
      ? { lines: parked.lines.map(lineToSell), overridden: [] }
      : await newLines(tx, actor, { items, parked: parked.lines, errors });
  errors.throwIfAny();
  if (items === undefined && discount === undefined) return parked;
  const { lines: priced, ...sums } = priceSale({
    lines,
    discount: discount ?? requestedDiscount(parked),
    // Lines that stay keep their rates, which belong to this mode.
    tax_mode: items === undefined ? parked.tax_mode : actor.merchant.tax_mode,
  });
  const changed: Sale = {
    ...parked,
    ...sums,
    discount_ppm: discount === undefined ? parked.discount_ppm : discountPpmOf(discount),
    lines: priced.map(toSaleLine),
  };
  const { merchant } = actor;
  requireApproval(ctx, ...priceAct(merchant, lines, overridden), changedDiscountAct(merchant, parked, changed));
  // The completion applies the limits of the cashier: without a right to all discounts, the earlier one stays.
  if (approvalError(ctx, refusedDiscount(merchant, changed)) !== undefined) return changed;
  return { ...changed, cashier_id: actor.user_id, cashier_name: actor.name };
}

interface NewItems {
  items: readonly SaleItem[];
  parked: Sale['lines'];
  errors: ValidationErrors;
}

async function newLines(tx: Transaction, actor: OperationContext['actor'], { items, parked, errors }: NewItems) {
  const product_ids = new Set(items.flatMap(({ product_id }) => product_id ?? []));
  const sellables = await listSellables(tx, [...product_ids]);
  const { inactiveError, ...read } = readLines({ items, actor, sellables, parked, errors });
  if (inactiveError !== undefined) throw inactiveError;
  return read;
}

/** The requested discount on the whole sale. */
const requestedDiscount = ({ discount_ppm, lines }: Sale): Discount =>
  discount_ppm === null
    ? lines.reduce((sum, { sale_discount }) => sum + sale_discount, 0n)
    : { percent_ppm: discount_ppm };

const lineToSell = ({ discount_ppm, line_discount, ...line }: Sale['lines'][number]): LineToSell => ({
  product_id: line.product_id,
  sku: line.sku,
  name: line.name,
  quantity: line.quantity,
  price: line.price,
  list_price: line.list_price,
  discount: discount_ppm === null ? line_discount : { percent_ppm: discount_ppm },
  tax_rate_ppm: line.tax_rate_ppm,
  unit_cost: line.unit_cost,
  track_stock: line.track_stock,
});

/** Replaces the sale's reservation by one for its new lines. */
async function changeReservation(
  tx: Transaction,
  ctx: OperationContext,
  { parked, changed }: { parked: Sale; changed: Sale },
): Promise<void> {
  const [before, after] = [stockOfSale(parked), stockOfSale(changed)];
  const levels = await lockLevels(tx, [...before, ...after], ctx.now);
  const allocator = createAllocator(releaseLevels(levels, before));
  const shortages = ctx.actor.merchant.allow_negative_stock ? [] : allocator.reserve(demandsOf(changed));
  if (shortages.length > 0) throw shortageError(shortages);
  const { warehouse_id, code: reference, id: source_id } = parked;
  const moves = differences(before, after).map(([product_id, reserve]): Move => {
    return { product_id, warehouse_id, quantity: 0, reserve, type: 'sale', reference, source_id };
  });
  await postMoves(tx, ctx, { levels, moves });
}

type StockQuantities = readonly { product_id: string; quantity: number }[];

/** How much more of each product is reserved after than before; products without a difference are left out. */
function differences(before: StockQuantities, after: StockQuantities): [product_id: string, more: number][] {
  const more = new Map<string, number>();
  for (const { product_id, quantity } of after) more.set(product_id, (more.get(product_id) ?? 0) + quantity);
  for (const { product_id, quantity } of before) more.set(product_id, (more.get(product_id) ?? 0) - quantity);
  return [...more].filter(([, quantity]) => quantity !== 0);
}
