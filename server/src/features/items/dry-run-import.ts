import type { Actor, OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import {
  compactPlan,
  emptyPlan,
  type Plan,
  planProduct,
  productsToCount,
  readIntoPlan,
} from '../catalogue/plan-products.ts';
import type { ProductRow } from '../catalogue/queries.ts';
import { beginStocktake, readStocks } from '../inventory/take-stock.ts';
import { messageOf } from './import-rules.ts';
import { type Chunk, errorsAtMost, limitErrors, openImport, type RowError } from './read-import.ts';

interface ImportServices {
  database: Database;
  clock: { now(): Timestamp };
}

interface FileToCheck {
  content: Buffer;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

const previewRows = 20;

/**
 * Plans an import of the whole file without writing anything.
 * @throws AppError VALIDATION_ERROR on `file` if it cannot be read
 */
export async function dryRunImport(
  { database, clock }: ImportServices,
  actor: Actor,
  { content, signal }: FileToCheck,
) {
  const file = await openImport(content, signal);
  const plan = emptyPlan();
  let failed = 0;
  const errors: RowError[] = [];
  const preview: ProductRow[] = [];
  for await (const chunk of file.chunks(actor.merchant)) {
    const { planned, rejected } = await dryRunChunk(
      database.reader(actor.merchant.id),
      { actor, now: clock.now() },
      plan,
      chunk,
    );
    failed += rejected.length;
    errors.push(...rejected.slice(0, errorsAtMost + 1 - errors.length));
    preview.push(...planned.slice(0, previewRows - preview.length));
    // Only once the preview is full: until then it may get a later row of the same product.
    if (preview.length === previewRows) compactPlan(plan, planned);
  }
  return { errors: limitErrors(errors, failed), preview };
}

async function dryRunChunk(db: Handle, ctx: OperationContext, plan: Plan, { rows, errors }: Chunk) {
  const inputs = rows.map(({ fields }) => fields);
  await readIntoPlan(db, plan, inputs);
  const stocktake = await beginStocktake(db, ctx.actor);
  const product_ids = productsToCount(plan, inputs).map(({ product_id }) => product_id);
  if (product_ids.length !== 0) await readStocks(db, stocktake, product_ids);
  const rejected = [...errors];
  const planned: ProductRow[] = [];
  for (const { row, fields } of rows) {
    try {
      planned.push(planProduct(plan, stocktake, ctx, fields).row);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      rejected.push({ row, message: messageOf(error) });
    }
  }
  return { planned, rejected: rejected.sort((a, b) => a.row - b.row) };
}
