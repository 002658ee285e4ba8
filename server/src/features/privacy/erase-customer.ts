import type { OperationContext } from '../../core/actor.ts';
import { outsideOfBranches } from '../../core/branches.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { eraseEntries } from '../audit/write-entries.ts';
import { erasedName, eraseRecord } from '../customers/change-customers.ts';
import { erasePayloads, erasePayloadsAt } from '../events/write-events.ts';
import { eraseReasons } from '../inventory/erase-reasons.ts';
import { eraseWords, holdSales } from '../sales/erase-words.ts';
import { tracesOf, withoutPerson, withoutReasonOf } from './rules.ts';

interface Erased {
  /**
   * The records whose stored responses and events may identify the customer: the customer, sales, refunds and ledger
   * entries of points.
   */
  ids: string[];
  /** Removes identifying text from a stored response or event. */
  rewrite: (told: Record<string, unknown>) => Record<string, unknown>;
}

/**
 * Erases a customer's personal data for good. Sales, payments and points stay exact, under an id without a name.
 * @throws AppError NOT_FOUND; FORBIDDEN for users limited to branches
 */
export async function eraseCustomer(tx: Transaction, ctx: OperationContext, customer_id: string): Promise<Erased> {
  if (ctx.actor.branch_ids !== null) throw outsideOfBranches();
  await holdSales(tx, customer_id);
  const { person, entries } = await eraseRecord(tx, ctx, customer_id);
  const traces = tracesOf(person);
  // Read now, when no sale can be added any more.
  const sources = await eraseWords(tx, customer_id, traces);
  const movements = await eraseReasons(tx, sources);
  const customer = { id: customer_id, name: erasedName, traces };
  const rewrite = (told: Record<string, unknown>) => withoutPerson(told, customer);
  const ids = [customer_id, ...sources, ...entries];
  await erasePayloads(tx, ids, rewrite);
  await eraseEntries(tx, customer_id, [...sources, ...entries], rewrite);
  await erasePayloadsAt(
    tx,
    movements.map(({ product_id, created_at }) => ({ subject_id: product_id, created_at })),
    withoutReasonOf(new Set(movements.map(({ id }) => id))),
  );
  return { ids, rewrite };
}
