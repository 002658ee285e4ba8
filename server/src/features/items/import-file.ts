import type { Actor, OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Database, Transaction } from '../../platform/database/handle.ts';
import { type PutResult, putProducts } from '../catalogue/put-products.ts';
import { beginImport, failImport, type Run, recordProgress } from './follow-import.ts';
import { listLabelledWarehouses } from './import-queries.ts';
import { type HeadingNames, messageOf } from './import-rules.ts';
import { keepStatistics } from './keep-statistics.ts';
import type { MappingChoice } from './mapping/mapping-rules.ts';
import { requireWarehouses } from './mapping/require-warehouses.ts';
import {
  addErrors,
  type Chunk,
  type ImportFile,
  limitErrors,
  type NumberedRow,
  oneForEachRow,
  openImport,
  type RowError,
} from './read-import.ts';
import { recordProducts } from './undo/record-changes.ts';

interface ImportServices {
  database: Database;
  clock: { now(): Timestamp };
}

interface ImportedFile {
  id: string;
  /** Whether the client chose the id: then the import is done only once. */
  is_named: boolean;
  /** Of the file and the choices for it. */
  digest: string;
  file_name: string;
  content: Buffer;
  choice: MappingChoice;
}

/**
 * Creates or changes a product for each row. A rejected row is reported, and does not affect the others. Rows that
 * earlier runs have imported are not imported again: since then, stock may have been sold.
 * @returns the run, to be finished with its response
 * @throws AppError VALIDATION_ERROR on `file` if it cannot be read, or a field of the choice, before any row is
 * imported; DUPLICATE or UNAVAILABLE for an id that is done or running
 */
export async function importFile(services: ImportServices, actor: Actor, { content, choice, ...named }: ImportedFile) {
  const { database, clock } = services;
  database.checkDiskSpace();
  const warehouses = await listLabelledWarehouses(database.reader(actor.merchant.id));
  const file = await openImport(content, { ...choice, warehouses });
  try {
    await requireWarehouses(database.reader(actor.merchant.id), actor, file.layout);
    const run = await beginImport(
      database.reader(actor.merchant.id),
      { actor, now: clock.now() },
      { ...named, total: file.total, kind: 'products' },
    );
    try {
      return { run, ...(await importChunks(services, actor, file, run)) };
    } catch (error) {
      // If this fails too, the run counts as interrupted once it reports no progress.
      await failImport(database.reader(actor.merchant.id), run, clock.now()).catch(() => undefined);
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function importChunks({ database, clock }: ImportServices, actor: Actor, file: ImportFile, run: Run) {
  let { success, failed } = run.earlier;
  const errors: RowError[] = [...run.earlier.errors];
  const statistics = keepStatistics(database.global, 'products');
  for await (const chunk of file.chunks(actor.merchant, run.earlier.rows)) {
    database.checkDiskSpace();
    const rows = chunk.count;
    const rejected = await database.transaction(actor.merchant.id, async (tx) => {
      const ctx = { actor, now: clock.now() };
      const { rowErrors, written } = await importChunk(tx, ctx, chunk, file.layout.names);
      await recordProducts(tx, run.id, written, ctx.now);
      await recordProgress(tx, ctx, run, { rows, errors: rowErrors });
      return rowErrors;
    });
    success += rows - rejected.length;
    failed += rejected.length;
    addErrors(errors, rejected);
    await statistics.after(rows);
  }
  return { success, failed, errors: limitErrors(errors, failed) };
}

/** @returns the errors of rows, including unreadable ones, and what was written */
async function importChunk(
  tx: Transaction,
  ctx: OperationContext,
  { rows, errors }: Chunk,
  names: HeadingNames,
): Promise<{ rowErrors: RowError[]; written: PutResult }> {
  const written = await putRows(tx, ctx, rows);
  const rejected = rows.flatMap(({ row }, at) => {
    const error = written.errors[at];
    return error === undefined ? [] : [{ row, message: messageOf(error, names) }];
  });
  return { rowErrors: oneForEachRow([...errors, ...rejected]), written };
}

/** A concurrent import may create the same product between a read and the write. The next try then changes it. */
const triesAtMost = 3;

async function putRows(tx: Transaction, ctx: OperationContext, rows: readonly NumberedRow[]): Promise<PutResult> {
  const inputs = rows.map(({ fields }) => fields);
  if (inputs.length === 0) return { errors: [], products: [], moves: [] };
  for (let tries = 1; tries <= triesAtMost; tries += 1) {
    try {
      return await putProducts(tx, ctx, inputs);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      if (error.code !== 'DUPLICATE') break;
    }
  }
  // A concurrent transaction conflicts with a row. Writing the rows one by one finds which.
  const all: PutResult = { errors: [], products: [], moves: [] };
  for (const { fields } of rows) {
    const one = await putRow(tx, ctx, fields);
    all.errors.push(...one.errors);
    all.products.push(...one.products);
    all.moves.push(...one.moves);
  }
  return all;
}

async function putRow(tx: Transaction, ctx: OperationContext, fields: NumberedRow['fields']): Promise<PutResult> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tx.attempt(() => putProducts(tx, ctx, [fields]));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unavailable') throw error;
      if (error.code !== 'DUPLICATE' || tries === triesAtMost) return { errors: [error], products: [], moves: [] };
    }
  }
}
