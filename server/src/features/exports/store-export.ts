import type { Timestamp } from '../../core/clock.ts';
import { createKeyedSemaphore } from '../../core/concurrency/keyed-semaphore.ts';
import type { DomainEvent } from '../../core/domain-event.ts';
import { AppError } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { type ExportQuota, mibOf, quotaError, sumExports } from './request-export.ts';
import type { Format, ReportType } from './rules.ts';

export interface ExportStorage {
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  remove(name: string): Promise<void>;
  sumBytes(folder: string): Promise<number>;
}

interface NewExport {
  /** Its name in the storage. */
  file: string;
  content: AsyncIterable<Uint8Array>;
  /** The rest of the quota when the export began, in bytes. */
  room_bytes: number;
}

/** Files of a merchant are counted one after the other. If several end together, only those that fit are kept. */
const counting = createKeyedSemaphore({
  slots: 1,
  max_waiting: 1_000,
  createError: () =>
    new AppError('UNAVAILABLE', 'Too many exports end at the same time, try again later', [], { retry_after_s: 5 }),
});

/**
 * Writes an exported file, and keeps it only if all of the merchant's exported files together fit the quota. The size
 * is known only at the end, and other processes may write files meanwhile. So the files are counted again afterwards.
 * @throws AppError INVALID_STATE if it does not fit, UNAVAILABLE if it cannot be stored
 */
export async function storeExport(quota: ExportQuota & { storage: ExportStorage }, written: NewExport): Promise<void> {
  const { storage, merchant_id, bytes_at_most } = quota;
  const createQuotaError = () =>
    quotaError(
      `The exported files of the last 24 hours may take ${mibOf(bytes_at_most)} MiB, and this one does not fit: wait until the first of them are gone`,
    );
  await storage.put(written.file, bounded(written, createQuotaError));
  const release = await counting.acquire(merchant_id);
  try {
    if ((await sumExports(quota)) > bytes_at_most) throw createQuotaError();
  } catch (error) {
    await storage.remove(written.file);
    throw error;
  } finally {
    release();
  }
}

/** Passes the content on. Throws if it is longer than the rest of the quota. */
async function* bounded(
  { content, room_bytes }: NewExport,
  createQuotaError: () => AppError,
): AsyncIterable<Uint8Array> {
  let written_bytes = 0;
  for await (const piece of content) {
    written_bytes += piece.byteLength;
    if (written_bytes > room_bytes) throw createQuotaError();
    yield piece;
  }
}

export interface ReadyExport {
  id: string;
  report_type: ReportType;
  format: Format;
  download_url: string;
  expires_at: Timestamp;
}

export interface FailedExport {
  id: string;
  report_type: ReportType;
  format: Format;
  error: string;
}

/** Emits that a file can be downloaded. */
export function emitExportReady(tx: Transaction, ctx: DomainEvent['ctx'], ready: ReadyExport): void {
  tx.emit({ type: 'export.ready', subject_id: ready.id, payload: ready, ctx });
}

/** Emits that the export failed. */
export function emitExportFailed(tx: Transaction, ctx: DomainEvent['ctx'], failed: FailedExport): void {
  tx.emit({ type: 'export.failed', subject_id: failed.id, payload: failed, ctx });
}
