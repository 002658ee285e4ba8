import type { OperationContext } from '../../core/actor.ts';
import type { AppError } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { type CustomerPosting, lockBalances, postPoints } from '../customers/post-points.ts';
import {
  addMissingLevels,
  createAllocator,
  type Demand,
  lockKnownLevels,
  type Move,
  postMoves,
  type StockAllocator,
  shortageError,
} from '../inventory/move-stock.ts';
import { postRollups } from '../sales-rollups/post-rollups.ts';
import { paidByPoints, tooFewPointsError } from './points-rules.ts';
import { insertSales } from './queries.ts';
import { rollupOfSale } from './rollup-of-sale.ts';
import type { LineToSell } from './rules.ts';
import type { Sale } from './sale.ts';

/** A sale to be posted, and by whom; where it is paid by points, with the field of the request that says so. */
export interface SaleToPost {
  sale: Sale;
  ctx: OperationContext;
  points_field?: string | undefined;
}

export type Posted = { sale: Sale } | { error: AppError };

/**
 * Posts priced sales of one merchant in one transaction: what arrives together may share its commit. Levels are locked first,
 * all of them, in order, and then the customers, as they are in every list; then each sale is judged by what those before it left,
 * and one that is refused spoils no other.
 * Parked sales reserve their stock; all others take it, and count at once.
 * @returns for each sale, in order, what became of it
 */
export async function postSales(tx: Transaction, prepared: readonly SaleToPost[]): Promise<Posted[]> {
  const [first] = prepared;
  if (first === undefined) return [];
  const { ctx } = first;
  const [levels, balances] = await tx.batchReads((db) =>
    Promise.all([
      lockKnownLevels(
        db,
        prepared.flatMap(({ sale }) => demandsOf(sale)),
      ),
      lockBalancesOf(db, prepared),
    ]),
  );
  const allocator = ctx.actor.merchant.allow_negative_stock ? unlimited : createAllocator(levels);
  const points = createBalances(balances);
  const outcomes = prepared.map(({ sale, points_field }): Posted => {
    const tooFew = points.check(sale, points_field);
    if (tooFew !== undefined) return { error: tooFew };
    const short = allocator.reserve(demandsOf(sale));
    if (short.length > 0) return { error: shortageError(short) };
    points.spend(sale);
    return { sale };
  });
  const accepted = prepared.filter((_, index) => 'sale' in (outcomes[index] ?? {}));
  if (accepted.length === 0) return outcomes;
  // Of goods that may be sold though they were never there.
  await addMissingLevels(tx, levels, { keys: accepted.flatMap(({ sale }) => demandsOf(sale)), now: ctx.now });
  for (const { sale, ctx: by } of accepted) {
    const type = sale.status === 'completed' ? 'sale.completed' : 'sale.parked';
    tx.emit({ type, subject_id: sale.id, payload: sale, ctx: by });
  }
  // Movements refer to levels only, points and roll-ups to nothing of the sale: the order here is that of the locks.
  await postMoves(tx, ctx, { levels, moves: accepted.flatMap(movesOf) });
  insertSales(
    tx,
    accepted.map(({ sale }) => sale),
  );
  const completed = accepted.filter(({ sale }) => sale.status === 'completed');
  const postings = completed.flatMap(({ sale, ctx: by }) => pointsOf(sale).map((posting) => ({ ...posting, ctx: by })));
  await postPoints(tx, ctx, postings, balances);
  postRollups(
    tx,
    completed.map(({ sale }) => rollupOfSale(sale, 1)),
  );
  return outcomes;
}

/** For a merchant who allows negative stock. */
const unlimited: StockAllocator = { reserve: () => [] };

/** Locks the balances of all customers who spend or earn, in one go: two lists that lock in two steps could deadlock. */
async function lockBalancesOf(db: Handle, prepared: readonly SaleToPost[]): Promise<Map<string, bigint>> {
  const customers = prepared.flatMap(({ sale }) => (sale.status === 'completed' ? (sale.customer_id ?? []) : []));
  return customers.length === 0 ? new Map() : lockBalances(db, customers);
}

interface PointsBalances {
  /** Why a sale's points cannot be spent, if they cannot. */
  check(sale: Sale, points_field: string | undefined): AppError | undefined;
  spend(sale: Sale): void;
}

/** The points of the customers of these sales, while one sale after another spends and earns. */
function createBalances(balances: ReadonlyMap<string, bigint>): PointsBalances {
  const left = new Map(balances);
  return {
    check: (sale, points_field) => checkPoints(sale, left.get(sale.customer_id ?? '') ?? 0n, points_field),
    spend({ customer_id, points_earned, points_redeemed }) {
      if (customer_id !== null) left.set(customer_id, (left.get(customer_id) ?? 0n) - points_redeemed + points_earned);
    },
  };
}

/** Judges a sale by what its customer has, once they are locked. */
export const checkPoints = ({ points_redeemed }: Sale, there: bigint, points_field = 'payment_method'): AppError | undefined =>
  points_redeemed > 0n && points_redeemed > there ? tooFewPointsError(points_field, points_redeemed, there) : undefined;

/** What a sale takes of stock, its lines called by the fields of the request. */
export function demandsOf(sale: {
  lines: readonly Pick<LineToSell, 'product_id' | 'quantity' | 'track_stock'>[];
  warehouse_id: string;
}): Demand<string>[] {
  return sale.lines.flatMap(({ product_id, quantity, track_stock }, index) =>
    track_stock && product_id !== null ? [{ product_id, warehouse_id: sale.warehouse_id, quantity, line: `items[${index}].quantity` }] : [],
  );
}

function movesOf({ sale, ctx }: SaleToPost): Move[] {
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

/** The customer's account of a completed sale: what it spends, and what the rest earns. */
export function pointsOf(sale: Sale): CustomerPosting[] {
  if (sale.customer_id === null) return [];
  const { customer_id, points_earned, points_redeemed, id: sale_id, cashier_id: user_id } = sale;
  const posting = { customer_id, sale_id, refund_id: null, user_id };
  return [
    { ...posting, type: 'redeemed', points: -points_redeemed, value: 0n },
    { ...posting, type: 'earned', points: points_earned, value: sale.total - paidByPoints(sale.payments) },
  ];
}
