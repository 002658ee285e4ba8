import { startStream, type TaskStream } from '../workers/pool.ts';
import type { ReadRow } from './cells.ts';

/** The result of scanning a whole file. */
export interface FileHead {
  /** Its first row that has something in it. */
  first: ReadRow | undefined;
  /** Rows that have something in them, the first among them. */
  rows: number;
}

/** A file that was looked through, and whose rows can be taken. */
export interface OpenFile extends FileHead {
  /** The rows after the first, in batches; they can be taken once. */
  batches(): AsyncIterable<ReadRow[]>;
  /** Gives back the thread that reads it, and settles when that is done. Must be called, unless all batches were taken. */
  close(): Promise<void>;
}

interface OpenOptions {
  /** Data rows; blank ones count. */
  rowsAtMost: number;
  /** Fewer where they are long. */
  rowsPerBatch: number;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads a CSV file or a workbook in a thread: once to its end, to know that it can be read, and once more as its rows are taken. The bytes
 * are handed over: the caller has them no longer.
 * @throws AppError VALIDATION_ERROR on `file` for what cannot be read, UNAVAILABLE when too many files are being read
 */
export async function openRows(file: Buffer, { rowsAtMost, rowsPerBatch, signal }: OpenOptions): Promise<OpenFile> {
  // Memory that is shared with others is copied.
  const bytes = file.byteLength === file.buffer.byteLength ? new Uint8Array(file.buffer) : Uint8Array.from(file);
  const stream = await startStream<FileHead, ReadRow[]>({
    module: new URL('./rows-task.ts', import.meta.url),
    data: { bytes, rowsAtMost, rowsPerBatch },
    transfer: [bytes.buffer as ArrayBuffer],
    signal,
  });
  try {
    return { ...(await stream.head()), batches: () => batchesOf(stream), close: stream.close };
  } catch (error) {
    await stream.close();
    throw error;
  }
}

async function* batchesOf(stream: TaskStream<FileHead, ReadRow[]>): AsyncIterable<ReadRow[]> {
  try {
    for (;;) {
      const batch = await stream.next();
      if (batch === undefined) return;
      yield batch;
    }
  } finally {
    await stream.close();
  }
}
