import type { Actor, OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { compactPlan, countedIn, emptyPlan, type Plan, planProduct, readIntoPlan } from '../catalogue/plan-products.ts';
import type { ProductRow } from '../catalogue/queries.ts';
import { beginStocktake, readStocks } from '../inventory/take-stock.ts';
import { messageOf } from './import-rules.ts';
import { boundErrors, type Chunk, errorsAtMost, openImport, type RowError } from './read-import.ts';

interface Workshop {
  database: Database;
  clock: { now(): Timestamp };
}

interface FileToCheck {
  content: Buffer;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

const previewed = 20;

/**
 * Plans an import of the whole file without writing anything.
 * @throws AppError VALIDATION_ERROR on `file` if it cannot be read
 */
export async function dryRunImport({ database, clock }: Workshop, actor: Actor, { content, signal }: FileToCheck) {
  const file = await openImport(content, signal);
  const plan = emptyPlan();
  let failed = 0;
  const errors: RowError[] = [];
  const preview: ProductRow[] = [];
  for await (const chunk of file.chunks(actor.merchant)) {
    const { planned, refused } = await dryRunChunk(
      database.reader(actor.merchant.id),
      { actor, now: clock.now() },
      plan,
      chunk,
    );
    failed += refused.length;
    errors.push(...refused.slice(0, errorsAtMost + 1 - errors.length));
    preview.push(...planned.slice(0, previewed - preview.length));
    // The preview may still show a later row of the same product.
    if (preview.length === previewed) compactPlan(plan, planned);
  }
  return { errors: boundErrors(errors, failed), preview };
}

async function dryRunChunk(db: Handle, ctx: OperationContext, plan: Plan, { rows, errors }: Chunk) {
  const inputs = rows.map(({ fields }) => fields);
  await readIntoPlan(db, plan, inputs);
  const stocktake = await beginStocktake(db, ctx.actor);
  const product_ids = countedIn(plan, inputs).map(({ product_id }) => product_id);
  if (product_ids.length > 0) await readStocks(db, stocktake, product_ids);
  const refused = [...errors];
  const planned: ProductRow[] = [];
  for (const { row, fields } of rows) {
    try {
      planned.push(planProduct(plan, stocktake, ctx, fields).row);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ row, message: messageOf(error) });
    }
  }
  return { planned, refused: refused.sort((a, b) => a.row - b.row) };
}
