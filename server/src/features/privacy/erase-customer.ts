import type { OperationContext } from '../../core/actor.ts';
import { outsideOfBranches } from '../../core/branches.ts';
import { chunksOf } from '../../core/chunks.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { eraseEntries, listValues } from '../audit/write-entries.ts';
import { eraseCustomerRecord, erasedName } from '../customers/change-customers.ts';
import { erasePayloads, erasePayloadsAt } from '../events/write-events.ts';
import { eraseReasons } from '../inventory/erase-reasons.ts';
import { forgetImportedCustomer } from '../items/undo/record-changes.ts';
import { eraseSaleTexts, lockSalesOfCustomer } from '../sales/erase-sale-texts.ts';
import { identifyingTextsOf, withoutPersonalData, withoutReasonOf } from './rules.ts';

/** A sale or refund can have a thousand movements. */
const sourcesAtOnce = 20;

interface Erasure {
  /**
   * The records whose stored responses and events may identify the customer: the customer, sales, refunds and ledger
   * entries of points.
   */
  ids: string[];
  /** Removes identifying text from a stored response or event. */
  rewrite: (payload: Record<string, unknown>) => Record<string, unknown>;
}

/**
 * Erases a customer's personal data. Sales, payments and points stay, with the id of the customer and without a name.
 * @throws AppError NOT_FOUND; FORBIDDEN for users limited to branches
 */
export async function eraseCustomer(tx: Transaction, ctx: OperationContext, customer_id: string): Promise<Erasure> {
  if (ctx.actor.branch_ids !== null) throw outsideOfBranches();
  await lockSalesOfCustomer(tx, customer_id);
  const { person, entries } = await eraseCustomerRecord(tx, ctx, customer_id);
  await forgetImportedCustomer(tx, customer_id);
  const identifyingTexts = identifyingTextsOf([{ ...person }, ...(await listValues(tx, customer_id))]);
  // Reads the sales now, because no sale can be added any more.
  const sources = await eraseSaleTexts(tx, customer_id, identifyingTexts);
  const customer = { id: customer_id, name: erasedName, identifyingTexts };
  const rewrite = (payload: Record<string, unknown>) => withoutPersonalData(payload, customer);
  const ids = [customer_id, ...sources, ...entries];
  await erasePayloads(tx, ids, rewrite);
  await eraseEntries(tx, customer_id, [...sources, ...entries], rewrite);
  for (const some of chunksOf(sources, sourcesAtOnce)) {
    const movements = await eraseReasons(tx, some);
    const keys = movements.map(({ product_id, created_at }) => ({ subject_id: product_id, created_at }));
    await erasePayloadsAt(tx, keys, withoutReasonOf(new Set(movements.map(({ id }) => id))));
  }
  return { ids, rewrite };
}
