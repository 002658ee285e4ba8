import type { Minor } from '@tillhouse/core/money';
import type { Merchant, OperationContext } from '../../core/actor.ts';
import { notFound } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import {
  type BalanceChange,
  type EntryRow,
  findCustomer,
  insertPointsEntries,
  lockCustomers,
  type PointsEntry,
  updateBalances,
} from './queries.ts';
import * as rules from './rules.ts';
import { correctedBalance, validateCorrection } from './rules.ts';

/** The change of a customer's points and lifetime value by a sale, refund or void. */
export interface CustomerPosting {
  customer_id: string;
  /** Signed. */
  points: bigint;
  /** Signed change of the lifetime value. */
  value: Minor;
  type: Exclude<rules.EntryType, 'corrected'>;
  sale_id: string;
  refund_id: string | null;
  user_id: string;
  /** Identifies the operation if several are posted together. */
  ctx?: OperationContext;
}

/** Points that an amount earns: floor(paid in major units × rate), never negative. */
export const pointsFor = (paid: Minor, merchant: Pick<Merchant, 'currency' | 'loyalty_rate_ppm'>): bigint =>
  rules.pointsFor(paid, merchant);

/** Locks customers until the transaction ends, in the order of their ids. @returns the points of each */
export const lockBalances = async (tx: Handle, customer_ids: readonly string[]): Promise<Map<string, bigint>> =>
  new Map((await lockCustomers(tx, [...new Set(customer_ids)])).map(({ id, points }) => [id, points]));

/**
 * Locks the customers in the order of their ids, unless `lockBalances` did. Writes a ledger row for each posting whose
 * points are not 0, and updates points and lifetime value. Deleted customers are included, because their sales can
 * still be refunded.
 */
export async function postPoints(
  tx: Transaction,
  ctx: OperationContext,
  postings: readonly CustomerPosting[],
  locked?: ReadonlyMap<string, bigint>,
): Promise<void> {
  if (postings.length === 0) return;
  const changes = new Map<string, BalanceChange>();
  for (const { customer_id, points, value, ctx: { now } = ctx } of postings) {
    const sum = changes.get(customer_id) ?? { points: 0n, value: 0n };
    changes.set(customer_id, { customer_id, points: sum.points + points, value: sum.value + value, now });
  }
  const balances = new Map(locked ?? (await lockBalances(tx, [...changes.keys()])));
  const entries: { entry: PointsEntry; ctx: OperationContext }[] = [];
  for (const { customer_id, points, value: _, ctx: postingCtx = ctx, ...posting } of postings) {
    const before = balances.get(customer_id);
    if (before === undefined) throw new Error(`customer ${customer_id} is unknown`);
    if (points === 0n) continue;
    const balance = before + points;
    balances.set(customer_id, balance);
    entries.push({
      entry: { ...posting, id: newId(), customer_id, points, balance, reason: null, created_at: postingCtx.now },
      ctx: postingCtx,
    });
  }
  updateBalances(tx, [...changes.values()]);
  insertPointsEntries(
    tx,
    entries.map(({ entry }) => entry),
  );
  for (const { entry, ctx: postingCtx } of entries)
    tx.emit({ type: 'points.changed', subject_id: entry.customer_id, payload: entry, ctx: postingCtx });
}

interface Correction {
  customer_id: string;
  /** Signed. */
  points: bigint;
  reason: string;
}

/**
 * Adds or subtracts points of a customer, with a reason that the ledger stores.
 * @throws AppError NOT_FOUND; VALIDATION_ERROR for 0; INVALID_STATE if there are fewer points than are subtracted
 */
export async function correctPoints(
  tx: Transaction,
  ctx: OperationContext,
  { customer_id, points, reason }: Correction,
): Promise<EntryRow> {
  const { actor, now } = ctx;
  validateCorrection({ points }).throwIfAny();
  await lockCustomers(tx, [customer_id]);
  // Read after locking, because points may have been spent or the customer deleted meanwhile.
  const customer = await findCustomer(tx, customer_id);
  if (customer === undefined) throw notFound('Customer');
  const balance = correctedBalance(customer.points, points);
  const entry = {
    id: newId(),
    customer_id,
    type: 'corrected' as const,
    points,
    balance,
    sale_id: null,
    refund_id: null,
    reason,
    user_id: actor.user_id,
    created_at: now,
  };
  updateBalances(tx, [{ customer_id, points, value: 0n, now }]);
  insertPointsEntries(tx, [entry]);
  tx.emit({ type: 'points.changed', subject_id: customer.id, payload: entry, ctx });
  return entry;
}
