import type { Merchant } from '../../core/actor.ts';
import { pauseWhenDue } from '../../core/concurrency/pause.ts';
import { AppError } from '../../core/errors.ts';
import type { ReadRow } from '../../platform/files/cells.ts';
import { type OpenFile, openRows } from '../../platform/files/open-rows.ts';
import { unreadable } from '../../platform/files/unreadable.ts';
import { type Heading, messageOf, type RowFields, readHeading, readRow } from './import-rules.ts';

export interface RowError {
  row: number;
  message: string;
}

/** The maximum of errors in a response. */
export const errorsAtMost = 100;

/** The first 100 errors, and one that counts the others. */
export function limitErrors(errors: readonly RowError[], failed: number): RowError[] {
  const next = errors[errorsAtMost];
  const listed = errors.slice(0, errorsAtMost);
  return next === undefined
    ? listed
    : [...listed, { row: next.row, message: `has an error, too: ${failed - errorsAtMost} more rows are not listed` }];
}

export interface NumberedRow {
  row: number;
  fields: RowFields;
}

/** Some rows of a file: the readable ones, and the errors of the others. */
export interface Chunk {
  rows: NumberedRow[];
  errors: RowError[];
}

const rowsAtMost = 50_000;
/** The rows of one transaction: few enough not to block other requests for long. */
export const rowsOfChunk = 250;

/** A file whose rows were counted, before any of them is imported. */
export interface ImportFile {
  /** Rows below the heading. */
  total: number;
  /** The rows in chunks; they can be read once. */
  chunks(merchant: Merchant): AsyncIterable<Chunk>;
  /** Must be called if the rows are not read to the end. Resolves when all memory is released. May be called twice. */
  close(): Promise<void>;
}

/** @throws AppError VALIDATION_ERROR on `file`, UNAVAILABLE if too many files are being read */
export async function openImport(content: Buffer, signal?: AbortSignal): Promise<ImportFile> {
  const file = await openRows(content, { rowsAtMost, rowsPerBatch: rowsOfChunk, signal });
  try {
    if (file.first === undefined) throw unreadable('has no heading');
    const heading = readHeading(file.first.cells);
    const total = file.rows - 1;
    if (total < 1) throw unreadable('has no rows below its heading');
    return { total, chunks: (merchant) => chunksOf(file, heading, merchant), close: file.close };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* chunksOf(file: OpenFile, heading: Heading, merchant: Merchant): AsyncIterable<Chunk> {
  for await (const batch of file.batches()) {
    const chunk: Chunk = { rows: [], errors: [] };
    const pause = pauseWhenDue();
    for (const row of batch) {
      readInto(chunk, row, heading, merchant);
      await pause();
    }
    yield chunk;
  }
}

function readInto(chunk: Chunk, { row, cells }: ReadRow, heading: Heading, merchant: Merchant): void {
  try {
    chunk.rows.push({ row, fields: readRow(cells, heading, merchant) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    chunk.errors.push({ row, message: messageOf(error) });
  }
}
