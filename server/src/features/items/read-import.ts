import type { Merchant } from '../../core/actor.ts';
import { pauseWhenDue } from '../../core/concurrency/pause.ts';
import { AppError } from '../../core/errors.ts';
import type { ReadCell, ReadRow } from '../../platform/files/cells.ts';
import { type OpenFile, openRows } from '../../platform/files/open-rows.ts';
import { unreadable } from '../../platform/files/unreadable.ts';
import { messageOf, type RowFields, requireNewSkus, type SeenSkus } from './import-rules.ts';
import { createRowReader, type RowReader } from './mapping/mapped-row-rules.ts';
import { type Layout, type MappingChoice, readLayout } from './mapping/mapping-rules.ts';

export interface RowError {
  row: number;
  message: string;
}

/** The maximum of errors in a response. */
export const errorsAtMost = 100;

/** The first 100 errors, and one that counts the others. */
export function limitErrors(errors: readonly RowError[], failed: number): RowError[] {
  const listed = errors.slice(0, errorsAtMost);
  const row = (errors[errorsAtMost] ?? listed.at(-1))?.row;
  if (failed <= errorsAtMost || row === undefined) return listed;
  return [...listed, { row, message: `has an error, too: ${failed - errorsAtMost} more rows are not listed` }];
}

/** Collects one error more than are listed, so that `limitErrors` knows that there are more. */
export function addErrors(errors: RowError[], added: readonly RowError[]): void {
  errors.push(...added.slice(0, errorsAtMost + 1 - errors.length));
}

/** The errors by row. A row that makes a product and its variant may have one of each; what both have is said once. */
export function oneForEachRow(errors: readonly RowError[]): RowError[] {
  const byRow = Map.groupBy(errors, ({ row }) => row);
  return [...byRow]
    .map(([row, ofRow]) => ({ row, message: [...new Set(ofRow.map(({ message }) => message))].join('; ') }))
    .sort((a, b) => a.row - b.row);
}

export interface NumberedRow {
  row: number;
  fields: RowFields;
}

/** Some rows of a file: what the readable ones make, and the errors of the others. */
export interface Chunk {
  /** The number of rows of the file. A row may make two products, or none. */
  count: number;
  rows: NumberedRow[];
  errors: RowError[];
}

const rowsAtMost = 50_000;
/** The rows of one transaction: few enough not to block other requests for long. */
export const rowsOfChunk = 250;
export const rowLimits = { rowsAtMost, rowsPerBatch: rowsOfChunk };

/** A file whose rows were counted, before any of them is imported. */
export interface ImportFile {
  /** Rows below the heading. */
  total: number;
  layout: Layout;
  /** The rows after the first `done` ones in chunks; they can be read once. */
  chunks(merchant: Merchant, done?: number): AsyncIterable<Chunk>;
  /** Must be called if the rows are not read to the end. Resolves when all memory is released. May be called twice. */
  close(): Promise<void>;
}

/**
 * @throws AppError VALIDATION_ERROR on `file` or a field of the choice, UNAVAILABLE if too many files are being read
 */
export async function openImport(
  content: Buffer,
  choice: MappingChoice = {},
  signal?: AbortSignal,
): Promise<ImportFile> {
  const file = await openRows(content, { ...rowLimits, signal });
  try {
    const layout = readLayout(headingCells(file), choice);
    const total = file.rows - 1;
    return {
      total,
      layout,
      chunks: (merchant, done = 0) => chunksOf(file, layout, { merchant, done }),
      close: file.close,
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The heading of a file that has rows below it. @throws AppError VALIDATION_ERROR on `file` */
export function headingCells({ first, rows }: OpenFile): readonly ReadCell[] {
  if (first === undefined) throw unreadable('has no heading');
  if (rows < 2) throw unreadable('has no rows below its heading');
  return first.cells;
}

export interface FileColumns {
  headings: readonly ReadCell[];
  /** The first row below the heading. */
  sample: readonly ReadCell[];
}

/** The heading and the first row of a file. @throws AppError VALIDATION_ERROR on `file`, UNAVAILABLE */
export async function readColumns(content: Buffer, signal?: AbortSignal): Promise<FileColumns> {
  const file = await openRows(content, { ...rowLimits, signal });
  try {
    const headings = headingCells(file);
    for await (const [row] of file.batches()) return { headings, sample: row?.cells ?? [] };
    return { headings, sample: [] };
  } finally {
    await file.close();
  }
}

async function* chunksOf(
  file: OpenFile,
  layout: Layout,
  { merchant, done }: { merchant: Merchant; done: number },
): AsyncIterable<Chunk> {
  const read = createRowReader(layout, merchant, file.numbers);
  const batches = layout.mapped === undefined ? alone(file.batches()) : withNext(file.batches());
  const seen: SeenSkus = new Map();
  let left = done;
  for await (const batch of batches) {
    const chunk = emptyChunk();
    // Rows that are done are read as well, because later rows of a product depend on them.
    const ofDone = emptyChunk();
    const pause = pauseWhenDue();
    for (const { row, next } of batch) {
      readInto(left > 0 ? ofDone : chunk, read, { row, next, layout, seen });
      left -= 1;
      await pause();
    }
    if (chunk.count > 0) yield chunk;
  }
}

const emptyChunk = (): Chunk => ({ count: 0, rows: [], errors: [] });

interface RowWithNext {
  row: ReadRow;
  next: ReadRow | undefined;
}

async function* alone(batches: AsyncIterable<ReadRow[]>): AsyncIterable<RowWithNext[]> {
  for await (const batch of batches) yield batch.map((row) => ({ row, next: undefined }));
}

/** The rows, each with the one after it: the last row of a batch comes with the next batch. */
async function* withNext(batches: AsyncIterable<ReadRow[]>): AsyncIterable<RowWithNext[]> {
  let held: ReadRow | undefined;
  for await (const batch of batches) {
    const rows = held === undefined ? batch : [held, ...batch];
    held = rows.at(-1);
    const known = rows.slice(0, -1).map((row, at) => ({ row, next: rows[at + 1] }));
    if (known.length !== 0) yield known;
  }
  if (held !== undefined) yield [{ row: held, next: undefined }];
}

function readInto(
  chunk: Chunk,
  read: RowReader,
  { row: { row, cells }, next, layout, seen }: RowWithNext & { layout: Layout; seen: SeenSkus },
) {
  chunk.count += 1;
  try {
    const inputs = read({ row, cells }, next);
    requireNewSkus(seen, row, inputs);
    for (const fields of inputs) chunk.rows.push({ row, fields });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    chunk.errors.push({ row, message: messageOf(error, layout.names) });
  }
}
