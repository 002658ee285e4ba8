import { type Actor, can } from '../../../core/actor.ts';
import type { Timestamp } from '../../../core/clock.ts';
import { pauseWhenDue } from '../../../core/concurrency/pause.ts';
import { AppError } from '../../../core/errors.ts';
import type { Database } from '../../../platform/database/handle.ts';
import type { ReadRow } from '../../../platform/files/cells.ts';
import { type OpenFile, openRows } from '../../../platform/files/open-rows.ts';
import {
  newCustomerPlan,
  type PutInput,
  planOne,
  putCustomers,
  readIntoCustomers,
} from '../../customers/put-customers.ts';
import { beginImport, failImport, type Run, recordProgress } from '../follow-import.ts';
import { keepStatistics } from '../keep-statistics.ts';
import { describeHeadings } from '../mapping/describe-columns.ts';
import { addErrors, headingCells, limitErrors, type RowError, readColumns, rowLimits } from '../read-import.ts';
import { recordCustomers } from '../undo/record-changes.ts';
import {
  type CustomerChoice,
  type CustomerLayout,
  customerMessage,
  detectCustomerSource,
  readCustomer,
  readCustomerLayout,
  suggestCustomerMapping,
} from './customer-row-rules.ts';

interface ImportServices {
  database: Database;
  clock: { now(): Timestamp };
}

interface CustomerFile {
  id: string;
  /** Whether the client chose the id: then the import is done only once. */
  is_named: boolean;
  /** Of the file and the choices for it. */
  digest: string;
  file_name: string;
  content: Buffer;
  choice: CustomerChoice;
}

interface OpenCustomers {
  file: OpenFile;
  layout: CustomerLayout;
}

async function open(content: Buffer, choice: CustomerChoice, signal?: AbortSignal): Promise<OpenCustomers> {
  const file = await openRows(content, { ...rowLimits, signal });
  try {
    return { file, layout: readCustomerLayout(headingCells(file), choice, file.numbers) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

interface Chunk {
  inputs: { row: number; input: PutInput }[];
  errors: RowError[];
}

/** Points are a correction, which needs a permission of its own. */
function assertMayCorrect(actor: Actor, input: PutInput): void {
  if ((input.points ?? 0n) === 0n || can(actor, 'customers:correct')) return;
  throw new AppError('FORBIDDEN', 'Your role does not allow points', [
    { field: 'points', message: 'your role may not set them' },
  ]);
}

async function readChunk(batch: readonly ReadRow[], actor: Actor, layout: CustomerLayout): Promise<Chunk> {
  const chunk: Chunk = { inputs: [], errors: [] };
  const pause = pauseWhenDue();
  for (const { row, cells } of batch) {
    try {
      const input = readCustomer(cells, layout);
      assertMayCorrect(actor, input);
      chunk.inputs.push({ row, input });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      chunk.errors.push({ row, message: customerMessage(error, layout) });
    }
    await pause();
  }
  return chunk;
}

/**
 * Creates or changes a customer for each row, found by e-mail or phone. A rejected row does not affect the others.
 * @returns the run, to be finished with its response
 * @throws AppError VALIDATION_ERROR on `file` or a field of the choice; DUPLICATE or UNAVAILABLE for an id that is done
 * or running
 */
export async function importCustomers(services: ImportServices, actor: Actor, named: CustomerFile) {
  const { database, clock } = services;
  const { content, choice, ...claim } = named;
  database.checkDiskSpace();
  const { file, layout } = await open(content, choice);
  try {
    const db = database.reader(actor.merchant.id);
    const total = file.rows - 1;
    const run = await beginImport(db, { actor, now: clock.now() }, { ...claim, total, kind: 'customers' });
    try {
      return { run, ...(await importChunks(services, actor, { file, layout }, run)) };
    } catch (error) {
      // If this fails too, the run counts as interrupted once it reports no progress.
      await failImport(db, run, clock.now()).catch(() => undefined);
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function importChunks(
  { database, clock }: ImportServices,
  actor: Actor,
  { file, layout }: OpenCustomers,
  run: Run,
) {
  let { success, failed, rows: done } = run.earlier;
  const errors: RowError[] = [...run.earlier.errors];
  const statistics = keepStatistics(database.global, 'customers');
  for await (const all of file.batches()) {
    const batch = all.slice(done);
    done = Math.max(0, done - all.length);
    if (batch.length === 0) continue;
    database.checkDiskSpace();
    const chunk = await readChunk(batch, actor, layout);
    const rejected = await database.transaction(actor.merchant.id, async (tx) => {
      const ctx = { actor, now: clock.now() };
      const put = await putCustomers(
        tx,
        ctx,
        chunk.inputs.map(({ input }) => input),
      );
      const rowErrors = [...chunk.errors, ...errorsOf(chunk, put.errors, layout)].sort((a, b) => a.row - b.row);
      await recordCustomers(tx, run.id, put.written, ctx.now);
      await recordProgress(tx, ctx, run, { rows: batch.length, errors: rowErrors });
      return rowErrors;
    });
    success += batch.length - rejected.length;
    failed += rejected.length;
    addErrors(errors, rejected);
    await statistics.after(batch.length);
  }
  return { success, failed, errors: limitErrors(errors, failed) };
}

const errorsOf = ({ inputs }: Chunk, errors: readonly (AppError | undefined)[], layout: CustomerLayout): RowError[] =>
  inputs.flatMap(({ row }, at) => {
    const error = errors[at];
    return error === undefined ? [] : [{ row, message: customerMessage(error, layout) }];
  });

const previewRows = 20;

interface CheckedFile {
  content: Buffer;
  choice: CustomerChoice;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Plans an import of the whole file without writing anything. @throws AppError as `importCustomers` does */
export async function dryRunCustomers(
  { database }: ImportServices,
  actor: Actor,
  { content, choice, signal }: CheckedFile,
) {
  const { file, layout } = await open(content, choice, signal);
  const db = database.reader(actor.merchant.id);
  const plan = newCustomerPlan();
  const counts = { created: 0, changed: 0, unchanged: 0, failed: 0 };
  const errors: RowError[] = [];
  const preview: { name: string; email: string | null; phone: string | null; points: number }[] = [];
  for await (const batch of file.batches()) {
    const chunk = await readChunk(batch, actor, layout);
    await readIntoCustomers(
      db,
      plan,
      chunk.inputs.map(({ input }) => input),
    );
    const rejected = [...chunk.errors];
    for (const { row, input } of chunk.inputs) {
      try {
        const { stored, is_changed, fields, points } = planOne(plan, input);
        counts[stored === undefined ? 'created' : is_changed ? 'changed' : 'unchanged'] += 1;
        const { name, email, phone } = fields;
        if (preview.length < previewRows)
          preview.push({ name, email, phone, points: Number(stored?.points ?? points) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        rejected.push({ row, message: customerMessage(error, layout) });
      }
    }
    counts.failed += rejected.length;
    rejected.sort((a, b) => a.row - b.row);
    addErrors(errors, rejected);
  }
  return { source: layout.source, counts, preview, errors: limitErrors(errors, counts.failed) };
}

/** The columns of a file of customers, and what they probably hold. @throws AppError VALIDATION_ERROR on `file` */
export async function describeCustomerColumns(content: Buffer, signal: AbortSignal) {
  const { headings, columns } = describeHeadings(await readColumns(content, signal));
  return { source: detectCustomerSource(headings), columns, mapping: suggestCustomerMapping(headings) };
}
