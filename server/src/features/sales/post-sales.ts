import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { type CustomerPosting, postPoints } from '../customers/post-points.ts';
import { type Demand, lockLevels, type Move, openShelf, postMoves, refusalOfShortages, type Shelf } from '../inventory/move-stock.ts';
import { postTakings } from '../takings/post-takings.ts';
import { insertSales } from './queries.ts';
import type { Sale } from './sale.ts';
import { takingOfSale } from './takings-of-sale.ts';

export type Posted = { sale: Sale } | { refusal: Refusal };

/**
 * Posts priced sales of one merchant in one transaction: what arrives together may share its commit. Levels are locked first,
 * all of them, in order; then each sale is judged by what those before it left, and one that is refused spoils no other.
 * Parked sales reserve their stock; all others take it, and count at once.
 * @returns for each sale, in order, what became of it
 */
export async function postSales(tx: Transaction, sales: readonly Sale[], deed: Deed): Promise<Posted[]> {
  const { merchant, user_id } = deed.actor;
  const levels = await lockLevels(tx, sales.flatMap(demandsOf), deed.now);
  const shelf = merchant.allow_negative_stock ? bottomless : openShelf(levels);
  const outcomes = sales.map((sale): Posted => {
    const short = shelf.take(demandsOf(sale));
    return short.length === 0 ? { sale } : { refusal: refusalOfShortages(short) };
  });
  const accepted = outcomes.flatMap((outcome) => ('sale' in outcome ? [outcome.sale] : []));
  if (accepted.length === 0) return outcomes;
  const posting = { user_id, now: deed.now, allow_negative: merchant.allow_negative_stock };
  // Movements refer to levels only, points and takings to nothing of the sale: the order here is that of the locks.
  await postMoves(tx, levels, accepted.flatMap(movesOf), posting);
  await insertSales(tx, accepted);
  const completed = accepted.filter((sale) => sale.status === 'completed');
  await postPoints(tx, completed.flatMap(pointsOf), deed.now);
  await postTakings(
    tx,
    completed.map((sale) => takingOfSale(sale, 1)),
  );
  return outcomes;
}

/** Of a merchant who sells what is not there. */
const bottomless: Shelf = { take: () => [] };

function demandsOf(sale: Sale): Demand<string>[] {
  return sale.lines.flatMap(({ product_id, quantity, track_stock }, index) =>
    track_stock ? [{ product_id, warehouse_id: sale.warehouse_id, quantity, line: `items[${index}].quantity` }] : [],
  );
}

function movesOf(sale: Sale): Move[] {
  const parked = sale.status === 'pending';
  return demandsOf(sale).map(({ product_id, warehouse_id, quantity }) => ({
    product_id,
    warehouse_id,
    quantity: parked ? 0 : -quantity,
    reserve: parked ? quantity : 0,
    type: 'sale',
    reference: sale.code,
    source_id: sale.id,
  }));
}

/** The customer's account of a completed sale. */
export function pointsOf(sale: Sale): CustomerPosting[] {
  if (sale.customer_id === null) return [];
  const { customer_id, points_earned: points, total: value, id: sale_id, cashier_id: user_id } = sale;
  return [{ customer_id, points, value, type: 'earned', sale_id, refund_id: null, user_id }];
}
