import { AppError } from '../../core/errors.ts';
import type { Services } from '../context/services.ts';

const retry_after_s = 60;
const mib = 1024 * 1024;
const default_bytes = 512 * mib;
/** Twice the 64 MiB below which no changes are accepted. */
const least_bytes = 128 * mib;

/** The space that must stay free for sales on a disk of this size: 512 MiB, or 5 % of a smaller disk. */
export const reserveOf = (total_bytes: number): number =>
  Math.max(least_bytes, Math.min(default_bytes, total_bytes / 20));

/** Whether the reserve is free. @param reserve by default that of the disk's size */
export const hasReserve = (
  { free_bytes, total_bytes }: { free_bytes: number; total_bytes: number },
  reserve: number = reserveOf(total_bytes),
): boolean => free_bytes >= reserve;

/**
 * Pictures and exports must not fill the disk that stores the sales of all merchants, so they are rejected long before
 * sales are.
 * @throws AppError UNAVAILABLE
 */
export async function checkUploadSpace({ config, storage }: Pick<Services, 'config' | 'storage'>): Promise<void> {
  // If the space is unknown, uploads are allowed.
  const space = await storage.readSpace().catch(() => undefined);
  if (space === undefined || hasReserve(space, config.storage.upload_reserve_bytes)) return;
  throw new AppError('UNAVAILABLE', 'The disk is almost full: files cannot be stored for now, sales go on', [], {
    retry_after_s,
    quota: 'disk',
  });
}

export type DiskState = 'ok' | 'low' | 'files_rejected' | 'changes_rejected';

/** What the space on the disk means now. `low` warns before files are rejected: less than twice the reserve is free. */
export async function readDiskState({
  config,
  storage,
  database,
}: Pick<Services, 'config' | 'storage' | 'database'>): Promise<DiskState> {
  try {
    database.checkDiskSpace();
  } catch {
    return 'changes_rejected';
  }
  const space = await storage.readSpace().catch(() => undefined);
  if (space === undefined) return 'ok';
  const reserve = config.storage.upload_reserve_bytes ?? reserveOf(space.total_bytes);
  if (!hasReserve(space, reserve)) return 'files_rejected';
  return hasReserve(space, 2 * reserve) ? 'ok' : 'low';
}
