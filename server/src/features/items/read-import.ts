import type { ReadRow } from '../../files/cells.ts';
import { readRows } from '../../files/read-rows.ts';
import { unreadable } from '../../files/unreadable.ts';
import type { Merchant } from '../../kernel/actor.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type Heading, messageOf, type RowFields, readHeading, readRow } from './import-rules.ts';

export interface RowError {
  row: number;
  message: string;
}

export interface NumberedRow {
  row: number;
  fields: RowFields;
}

/** Some rows of a file: those that could be read, and what is wrong with the others. */
export interface Chunk {
  rows: NumberedRow[];
  errors: RowError[];
}

const rowsAtMost = 50_000;
export const rowsOfChunk = 1_000;

/**
 * Looks the whole file through, before anything of it lands.
 * @returns how many rows it has below its heading
 * @throws Refusal VALIDATION_ERROR on `file`
 */
export async function countRows(file: Buffer): Promise<number> {
  let rows = -1;
  for await (const { cells } of readRows(file)) {
    rows += 1;
    if (rows === 0) readHeading(cells);
    if (rows > rowsAtMost) throw unreadable(`has more than ${rowsAtMost} rows`);
  }
  if (rows < 0) throw unreadable('has no heading');
  if (rows < 1) throw unreadable('has no rows below its heading');
  return rows;
}

/** The rows of a file that was looked through, a thousand at a time. */
export async function* readChunks(file: Buffer, merchant: Merchant): AsyncIterable<Chunk> {
  let heading: Heading | undefined;
  let chunk: Chunk = { rows: [], errors: [] };
  for await (const read of readRows(file)) {
    if (heading === undefined) {
      heading = readHeading(read.cells);
      continue;
    }
    readInto(chunk, read, heading, merchant);
    if (chunk.rows.length + chunk.errors.length < rowsOfChunk) continue;
    yield chunk;
    chunk = { rows: [], errors: [] };
  }
  if (chunk.rows.length + chunk.errors.length > 0) yield chunk;
}

function readInto(chunk: Chunk, { row, cells }: ReadRow, heading: Heading, merchant: Merchant): void {
  try {
    chunk.rows.push({ row, fields: readRow(cells, heading, merchant) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    chunk.errors.push({ row, message: messageOf(error) });
  }
}
