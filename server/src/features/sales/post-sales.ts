import type { OperationContext } from '../../core/actor.ts';
import type { AppError } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { type CustomerPosting, lockBalances, postPoints } from '../customers/post-points.ts';
import {
  createAllocator,
  createMissingLevels,
  type Demand,
  lockKnownLevels,
  type Move,
  postMoves,
  type StockAllocator,
  shortageError,
} from '../inventory/move-stock.ts';
import { appendEntries, lockJournals } from '../journal/append-entries.ts';
import { lockShifts, registerError, type SellingRegister } from '../registers/find-shifts.ts';
import { postRollups } from '../sales-rollups/post-rollups.ts';
import { saleActs } from './journal-acts.ts';
import { paidByPoints, tooFewPointsError } from './points-rules.ts';
import { insertSales } from './queries.ts';
import { rollupOfSale } from './rollup-of-sale.ts';
import type { LineToSell } from './rules.ts';
import type { Sale } from './sale.ts';

/** A sale to post, with its context and, if it is paid with points, the field of the request that says so. */
export interface SaleToPost {
  sale: Sale;
  ctx: OperationContext;
  /** The register of the sale, if it names one. */
  register?: SellingRegister | undefined;
  points_field?: string | undefined;
}

export type Posted = { sale: Sale } | { error: AppError };

/**
 * Posts priced sales of one merchant in one transaction, so that concurrent requests share a commit.
 * Locks all stock levels in order, then all customers, and the shifts and journals of paid sales. Then it checks each
 * sale against the stock and points that the earlier sales of the list left. A rejected sale does not affect the others.
 * Parked sales reserve their stock. All others take it, and are added to the roll-ups.
 * @throws AppError if a sale is rejected and levels were created: the caller posts each sale in its own transaction
 * @returns the result of each sale, in order
 */
export async function postSales(tx: Transaction, prepared: readonly SaleToPost[]): Promise<Posted[]> {
  const [first] = prepared;
  if (first === undefined) return [];
  const { ctx } = first;
  const registers = paidRegistersOf(prepared);
  const demands = prepared.flatMap(({ sale }) => demandsOf(sale));
  const { allow_negative_stock } = ctx.actor.merchant;
  // With negative stock, a product can be sold that has no level in the warehouse yet.
  const created = allow_negative_stock ? await createMissingLevels(tx, demands, ctx.now) : 0;
  const [levels, balances, shifts, journals] = await tx.batchReads((db) =>
    Promise.all([
      lockKnownLevels(db, demands),
      lockCustomerBalances(db, prepared),
      lockShifts(db, registers),
      lockJournals(db, registers),
    ]),
  );
  const allocator = allow_negative_stock ? unlimitedAllocator : createAllocator(levels);
  const points = createPointsBalances(balances);
  const outcomes = prepared.map(({ sale: requested, register, points_field }): Posted => {
    const shift = shifts.get(requested.register_id ?? '');
    const isPaid = requested.status === 'completed';
    const error = register === undefined || !isPaid ? undefined : registerError(register, shift);
    if (error !== undefined) return { error };
    const sale = isPaid ? { ...requested, shift_id: shift?.id ?? null } : requested;
    const pointsError = points.check(sale, points_field);
    if (pointsError !== undefined) return { error: pointsError };
    const shortages = allocator.reserve(demandsOf(sale));
    if (shortages.length > 0) return { error: shortageError(shortages) };
    points.spend(sale);
    return { sale };
  });
  const accepted = prepared.flatMap((item, index): SaleToPost[] => {
    const outcome = outcomes[index];
    return outcome !== undefined && 'sale' in outcome ? [{ ...item, sale: outcome.sale }] : [];
  });
  // The created levels may be those of a rejected sale, which must write nothing.
  const rejected = created === 0 ? undefined : outcomes.find((outcome) => 'error' in outcome);
  if (rejected !== undefined) throw rejected.error;
  if (accepted.length === 0) return outcomes;
  for (const { sale, ctx: saleCtx } of accepted) {
    const type = sale.status === 'completed' ? 'sale.completed' : 'sale.parked';
    tx.emit({ type, subject_id: sale.id, payload: sale, ctx: saleCtx });
  }
  // Movements refer to levels only, and points and roll-ups do not refer to the sale, so the writes can follow the lock
  // order.
  await postMoves(tx, ctx, { levels, moves: accepted.flatMap(stockMovesOf) });
  insertSales(
    tx,
    accepted.map(({ sale }) => sale),
  );
  const completed = accepted.filter(({ sale }) => sale.status === 'completed');
  const postings = completed.flatMap(({ sale, ctx: saleCtx }) =>
    postingsOfSale(sale).map((posting) => ({ ...posting, ctx: saleCtx })),
  );
  await postPoints(tx, ctx, postings, balances);
  appendEntries(
    tx,
    journals,
    completed.flatMap(({ sale, ctx: saleCtx }) => saleActs(saleCtx, sale)),
  );
  postRollups(
    tx,
    completed.map(({ sale }) => rollupOfSale(sale, 1)),
  );
  return outcomes;
}

/** The registers of paid sales; a parked sale belongs to no shift. */
const paidRegistersOf = (prepared: readonly SaleToPost[]): string[] => [
  ...new Set(prepared.flatMap(({ sale }) => (sale.status === 'completed' ? (sale.register_id ?? []) : []))),
];

/** For a merchant that allows negative stock. */
const unlimitedAllocator: StockAllocator = { reserve: () => [] };

/**
 * Locks the balances of all customers who spend or earn in one statement: batches that lock in two steps could
 * deadlock.
 */
async function lockCustomerBalances(db: Handle, prepared: readonly SaleToPost[]): Promise<Map<string, bigint>> {
  const customers = prepared.flatMap(({ sale }) => (sale.status === 'completed' ? (sale.customer_id ?? []) : []));
  return customers.length === 0 ? new Map() : lockBalances(db, customers);
}

interface PointsBalances {
  /** Why a sale's points cannot be spent; undefined if they can. */
  check(sale: Sale, points_field: string | undefined): AppError | undefined;
  spend(sale: Sale): void;
}

/** The point balances of these sales' customers, updated sale by sale. */
function createPointsBalances(balances: ReadonlyMap<string, bigint>): PointsBalances {
  const remaining = new Map(balances);
  return {
    check: (sale, points_field) => checkPoints(sale, remaining.get(sale.customer_id ?? '') ?? 0n, points_field),
    spend({ customer_id, points_earned, points_redeemed }) {
      if (customer_id !== null)
        remaining.set(customer_id, (remaining.get(customer_id) ?? 0n) - points_redeemed + points_earned);
    },
  };
}

/** Checks a sale against its customer's locked balance. */
export const checkPoints = (
  { points_redeemed }: Sale,
  available: bigint,
  points_field = 'payment_method',
): AppError | undefined =>
  points_redeemed > 0n && points_redeemed > available
    ? tooFewPointsError(points_field, points_redeemed, available)
    : undefined;

/** The stock that a sale takes, with the request's field of each line. */
export function demandsOf(sale: {
  lines: readonly Pick<LineToSell, 'product_id' | 'quantity' | 'track_stock'>[];
  warehouse_id: string;
}): Demand<string>[] {
  return sale.lines.flatMap(({ product_id, quantity, track_stock }, index) =>
    track_stock && product_id !== null
      ? [{ product_id, warehouse_id: sale.warehouse_id, quantity, line: `items[${index}].quantity` }]
      : [],
  );
}

function stockMovesOf({ sale, ctx }: SaleToPost): Move[] {
  const parked = sale.status === 'pending';
  return demandsOf(sale).map(({ product_id, warehouse_id, quantity }) => ({
    product_id,
    warehouse_id,
    quantity: parked ? 0 : -quantity,
    reserve: parked ? quantity : 0,
    type: 'sale',
    reference: sale.code,
    source_id: sale.id,
    ctx,
  }));
}

/** The postings to the customer's account for a completed sale: the points that it spends and earns. */
export function postingsOfSale(sale: Sale): CustomerPosting[] {
  if (sale.customer_id === null) return [];
  const { customer_id, points_earned, points_redeemed, id: sale_id, cashier_id: user_id } = sale;
  const posting = { customer_id, sale_id, refund_id: null, user_id };
  return [
    { ...posting, type: 'redeemed', points: -points_redeemed, value: 0n },
    { ...posting, type: 'earned', points: points_earned, value: sale.total - paidByPoints(sale.payments) },
  ];
}
