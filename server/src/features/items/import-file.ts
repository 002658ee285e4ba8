import type { Actor, OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Database, Transaction } from '../../platform/database/handle.ts';
import { putProducts } from '../catalogue/put-products.ts';
import { beginImport, failImport, noteProgress, type Run } from './follow-import.ts';
import { refreshStatistics } from './import-queries.ts';
import { messageOf } from './import-rules.ts';
import {
  boundErrors,
  type Chunk,
  errorsAtMost,
  type ImportFile,
  type NumberedRow,
  openImport,
  type RowError,
  rowsOfChunk,
} from './read-import.ts';

interface Workshop {
  database: Database;
  clock: { now(): Timestamp };
}

interface ImportedFile {
  id: string;
  /** Whether the client chose the id: then the import is done only once. */
  is_named: boolean;
  file_name: string;
  content: Buffer;
}

/**
 * Creates or changes a product for each row. A rejected row is reported, and does not affect the others.
 * @returns the run, to be finished with its response
 * @throws AppError VALIDATION_ERROR on `file` if it cannot be read, before any row is imported; DUPLICATE or
 * UNAVAILABLE for an id that is done or running
 */
export async function importFile(workshop: Workshop, actor: Actor, { content, ...named }: ImportedFile) {
  const { database, clock } = workshop;
  database.checkRoom();
  const file = await openImport(content);
  try {
    const run = await beginImport(
      database.reader(actor.merchant.id),
      { actor, now: clock.now() },
      { ...named, total: file.total },
    );
    try {
      return { run, ...(await importChunks(workshop, actor, file, run)) };
    } catch (error) {
      // If the database is unavailable, the run is recognised as failed by its silence.
      await failImport(database.reader(actor.merchant.id), run, clock.now()).catch(() => undefined);
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function importChunks({ database, clock }: Workshop, actor: Actor, file: ImportFile, run: Run) {
  let success = 0;
  let chunks = 0;
  let failed = 0;
  const errors: RowError[] = [];
  for await (const chunk of file.chunks(actor.merchant)) {
    database.checkRoom();
    const rows = chunk.rows.length + chunk.errors.length;
    const refused = await database.transaction(actor.merchant.id, async (tx) => {
      const ctx = { actor, now: clock.now() };
      const told = await importChunk(tx, ctx, chunk);
      await noteProgress(tx, ctx, run, { rows, errors: told });
      return told;
    });
    success += rows - refused.length;
    failed += refused.length;
    // One more than is listed, which shows that there are more.
    errors.push(...refused.slice(0, errorsAtMost + 1 - errors.length));
    chunks += 1;
    // Refresh the planner's statistics after 1, 4 and 16 chunks: autovacuum would do so only minutes later.
    if (rows === rowsOfChunk && Number.isInteger(Math.log2(chunks) / 2))
      await refreshStatistics(database.global).catch(() => undefined);
  }
  return { success, failed, errors: boundErrors(errors, failed) };
}

/** @returns the errors of rows, including unreadable ones */
async function importChunk(tx: Transaction, ctx: OperationContext, { rows, errors }: Chunk): Promise<RowError[]> {
  const appErrors = await putRows(tx, ctx, rows);
  const refused = rows.flatMap(({ row }, at) => {
    const appError = appErrors[at];
    return appError === undefined ? [] : [{ row, message: messageOf(appError) }];
  });
  return [...errors, ...refused].sort((a, b) => a.row - b.row);
}

/** A concurrent import may create the same product between our read and our write: the next try sees and changes it. */
const triesAtMost = 3;

async function putRows(
  tx: Transaction,
  ctx: OperationContext,
  rows: readonly NumberedRow[],
): Promise<(AppError | undefined)[]> {
  const inputs = rows.map(({ fields }) => fields);
  if (inputs.length === 0) return [];
  for (let tries = 1; tries <= triesAtMost; tries += 1) {
    try {
      return await putProducts(tx, ctx, inputs);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      if (error.code !== 'DUPLICATE') break;
    }
  }
  // A concurrent transaction conflicts with a row: going row by row finds which one.
  const appErrors: (AppError | undefined)[] = [];
  for (const { fields } of rows) appErrors.push(await putRow(tx, ctx, fields));
  return appErrors;
}

async function putRow(
  tx: Transaction,
  ctx: OperationContext,
  fields: NumberedRow['fields'],
): Promise<AppError | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      const [appError] = await tx.attempt(() => putProducts(tx, ctx, [fields]));
      return appError;
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      if (error.code !== 'DUPLICATE' || tries === triesAtMost) return error;
    }
  }
}
