import { streamTask } from '../workers/stream.ts';
import type { ReadRow } from './cells.ts';
import { createSignFinder } from './number-style-rules.ts';
import type { FileHead } from './open-rows.ts';
import { cellSeparator, isFilled, readRows } from './read-rows.ts';
import { unreadable } from './unreadable.ts';

/** Reads a file's rows in a thread of the pool. */

interface FileToRead {
  bytes: Uint8Array<ArrayBuffer>;
  rowsAtMost: number;
  rowsPerBatch: number;
}

/** The maximum of a batch. A batch is copied between threads, so batches of long rows are smaller. */
const batchCharacters = 1_000_000;
/** The maximum of all cells together. A workbook may refer to one long text from each of its cells. */
const charactersAtMost = 50_000_000;

const charactersOf = ({ cells }: ReadRow): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);

async function scanFile(file: Buffer, rowsAtMost: number): Promise<FileHead> {
  const head: Omit<FileHead, 'numbers'> = { first: undefined, rows: 0 };
  const finder = createSignFinder();
  let records = 0;
  let characters = 0;
  for await (const row of readRows(file)) {
    records += 1;
    // Plus one for the heading.
    if (records > rowsAtMost + 1) throw unreadable(`has more than ${rowsAtMost} rows`);
    characters += charactersOf(row);
    if (characters > charactersAtMost) throw unreadable('has more text than is read');
    if (!isFilled(row)) continue;
    if (head.first === undefined) head.first = row;
    else finder.add(row.cells);
    head.rows += 1;
  }
  return { ...head, numbers: { signs: finder.signs(), separator: cellSeparator(file) } };
}

async function* batchesOf(file: Buffer, rowsPerBatch: number): AsyncIterable<ReadRow[]> {
  let batch: ReadRow[] = [];
  let characters = 0;
  let isFirst = true;
  for await (const row of readRows(file)) {
    if (!isFilled(row)) continue;
    if (isFirst) {
      isFirst = false;
      continue;
    }
    batch.push(row);
    characters += charactersOf(row);
    if (batch.length < rowsPerBatch && characters < batchCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

export const run = streamTask(({ bytes, rowsAtMost, rowsPerBatch }: FileToRead) => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    head: () => scanFile(file, rowsAtMost),
    batches: () => batchesOf(file, rowsPerBatch),
    // Frees the memory at once. The garbage collector would leave several files in memory, because the thread's heap is
    // small.
    close: () => bytes.buffer.transfer(0),
  };
});
