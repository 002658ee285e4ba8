import type { Actor, OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { compactPlan } from '../catalogue/compact-plan.ts';
import {
  emptyPlan,
  levelsToCount,
  type Plan,
  planProduct,
  productsToCount,
  readIntoPlan,
} from '../catalogue/plan-products.ts';
import type { ProductRow } from '../catalogue/queries.ts';
import { beginStocktake, readLevelStocks, readStocks, readWarehouses } from '../inventory/take-stock.ts';
import { addToTotals, emptyTotals } from './file-totals-rules.ts';
import { listLabelledWarehouses } from './import-queries.ts';
import { type HeadingNames, messageOf } from './import-rules.ts';
import type { MappingChoice } from './mapping/mapping-rules.ts';
import { requireWarehouses } from './mapping/require-warehouses.ts';
import { addErrors, type Chunk, limitErrors, oneForEachRow, openImport, type RowError } from './read-import.ts';

interface ImportServices {
  database: Database;
  clock: { now(): Timestamp };
}

interface FileToCheck {
  content: Buffer;
  choice: MappingChoice;
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
  { content, choice, signal }: FileToCheck,
) {
  const db = database.reader(actor.merchant.id);
  const file = await openImport(content, { ...choice, warehouses: await listLabelledWarehouses(db) }, signal);
  try {
    await requireWarehouses(db, actor, file.layout);
  } catch (error) {
    await file.close();
    throw error;
  }
  const plan = emptyPlan();
  const counts = { created: 0, changed: 0, unchanged: 0 };
  const totals = emptyTotals();
  let failed = 0;
  const errors: RowError[] = [];
  const preview: ProductRow[] = [];
  for await (const chunk of file.chunks(actor.merchant)) {
    const ctx = { actor, now: clock.now() };
    for (const { fields } of chunk.rows) addToTotals(totals, fields, actor.merchant.currency);
    const { planned, rejected } = await dryRunChunk({ db, ctx, plan, names: file.layout.names }, chunk, counts);
    failed += rejected.length;
    addErrors(errors, rejected);
    preview.push(...planned.slice(0, previewRows - preview.length));
    // Only once the preview is full: until then a later row may make a variant of one of its products.
    if (preview.length === previewRows) compactPlan(plan, planned);
  }
  return {
    errors: limitErrors(errors, failed),
    preview,
    source: file.layout.source,
    counts: { ...counts, failed },
    totals,
  };
}

interface DryRun {
  db: Handle;
  ctx: OperationContext;
  plan: Plan;
  names: HeadingNames;
}

/** What an import would do with products. */
interface Counts {
  created: number;
  changed: number;
  unchanged: number;
}

async function dryRunChunk({ db, ctx, plan, names }: DryRun, { rows, errors }: Chunk, counts: Counts) {
  const inputs = rows.map(({ fields }) => fields);
  await readIntoPlan(db, plan, inputs);
  const stocktake = await beginStocktake(db, ctx.actor);
  const product_ids = productsToCount(plan, inputs).map(({ product_id }) => product_id);
  if (product_ids.length !== 0) await readStocks(db, stocktake, product_ids);
  const levels = levelsToCount(plan, inputs);
  if (levels.length !== 0) await readLevelStocks(db, stocktake, levels);
  await readWarehouses(db, stocktake, inputs);
  const rejected = [...errors];
  const planned: ProductRow[] = [];
  for (const { row, fields } of rows) {
    try {
      const moves = stocktake.moves.length;
      const { row: product, is_new, is_changed } = planProduct(plan, stocktake, ctx, fields);
      planned.push(product);
      if (is_new) counts.created += 1;
      else if (is_changed || stocktake.moves.length > moves) counts.changed += 1;
      else counts.unchanged += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      rejected.push({ row, message: messageOf(error, names) });
    }
  }
  return { planned, rejected: oneForEachRow(rejected) };
}
