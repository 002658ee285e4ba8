import { startStream, type TaskStream } from '../workers/pool.ts';
import type { ReadRow } from './cells.ts';
import type { NumberStyle } from './number-style-rules.ts';

/** The result of scanning a whole file. */
export interface FileHead {
  /** The first row with content. */
  first: ReadRow | undefined;
  /** The number of rows with content, including the first. */
  rows: number;
  /** How the rows after the first write their numbers. */
  numbers: NumberStyle;
}

/** A scanned file, whose rows can be read. */
export interface OpenFile extends FileHead {
  /** The rows after the first, in batches. They can be read once. */
  batches(): AsyncIterable<ReadRow[]>;
  /** Releases the thread that reads the file. Must be called, unless all batches were read. */
  close(): Promise<void>;
}

interface OpenOptions {
  /** The maximum of data rows, including blank ones. */
  rowsAtMost: number;
  /** The maximum of rows in a batch. Batches of long rows are smaller. */
  rowsPerBatch: number;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined;
}

/**
 * Reads a CSV file or a workbook in a thread. Scans it to its end first, to find errors, and then reads it again batch
 * by batch. The bytes are transferred to the thread, so the caller must not use them afterwards.
 * @throws AppError VALIDATION_ERROR on `file` if it cannot be read, UNAVAILABLE if too many files are being read
 */
export async function openRows(file: Buffer, { rowsAtMost, rowsPerBatch, signal }: OpenOptions): Promise<OpenFile> {
  // Memory that is shared with other buffers cannot be transferred, so it is copied.
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
