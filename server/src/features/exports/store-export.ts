import type { Timestamp } from '../../core/clock.ts';
import type { DomainEvent } from '../../core/domain-event.ts';
import { AppError } from '../../core/errors.ts';
import { createKeyedSemaphore } from '../../core/keyed-semaphore.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import type { Format } from '../../platform/files/cells.ts';
import { beyondQuota, type ExportQuota, mibOf, sumExports } from './request-export.ts';
import type { ReportType } from './rules.ts';

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

/** One file of a merchant is counted at a time, so that of several that end together only those that fit are kept. */
const counting = createKeyedSemaphore({
  places: 1,
  waiting: 1_000,
  refuse: () =>
    new AppError('UNAVAILABLE', 'Too many exports end at the same time, try again later', [], { retry_after_s: 5 }),
});

/**
 * Writes an exported file, and keeps it only if all of the merchant's exported files fit the quota together. Its size is
 * known only at its end, and other processes may write files meanwhile. So the files are counted again when it is stored:
 * the last one sees all others.
 * @throws AppError INVALID_STATE if it does not fit, UNAVAILABLE if it cannot be stored
 */
export async function storeExport(quota: ExportQuota & { storage: ExportStorage }, written: NewExport): Promise<void> {
  const { storage, merchant_id, bytes_at_most } = quota;
  const doesNotFit = () =>
    beyondQuota(
      `The exported files of the last 24 hours may take ${mibOf(bytes_at_most)} MiB, and this one does not fit: wait until the first of them are gone`,
    );
  await storage.put(written.file, bounded(written, doesNotFit));
  const release = await counting.enter(merchant_id);
  try {
    if ((await sumExports(quota)) > bytes_at_most) throw doesNotFit();
  } catch (error) {
    await storage.remove(written.file);
    throw error;
  } finally {
    release();
  }
}

/** The same content. Throws when it is longer than the rest of the quota. */
async function* bounded({ content, room_bytes }: NewExport, doesNotFit: () => AppError): AsyncIterable<Uint8Array> {
  let written_bytes = 0;
  for await (const piece of content) {
    written_bytes += piece.byteLength;
    if (written_bytes > room_bytes) throw doesNotFit();
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
export function announceExport(tx: Transaction, ctx: DomainEvent['ctx'], ready: ReadyExport): void {
  tx.emit({ type: 'export.ready', subject_id: ready.id, payload: ready, ctx });
}

/** Emits that the export failed. */
export function announceFailure(tx: Transaction, ctx: DomainEvent['ctx'], failed: FailedExport): void {
  tx.emit({ type: 'export.failed', subject_id: failed.id, payload: failed, ctx });
}
