import { AppError } from '../../core/errors.ts';
import { exportsFolder } from './rules.ts';

export interface ExportQuota {
  storage: { sumBytes(folder: string): Promise<number> };
  merchant_id: string;
  bytes_at_most: number;
}

/** What all exported files of the merchant take that are stored now. */
export const sumExports = ({ storage, merchant_id }: ExportQuota): Promise<number> => storage.sumBytes(`${exportsFolder}/${merchant_id}`);

export const mibOf = (bytes: number): number => Math.floor(bytes / 2 ** 20);

/** A refusal for the quota of exported files. */
export const beyondQuota = (message: string): AppError => new AppError('INVALID_STATE', message, [], { quota: 'exports' });

/**
 * Exported files are kept as long as their links. When they have used up the quota, the merchant waits until the first of them are gone.
 * @returns how many bytes are left
 * @throws AppError INVALID_STATE
 */
export async function checkExportQuota(quota: ExportQuota): Promise<number> {
  const room_bytes = quota.bytes_at_most - (await sumExports(quota));
  if (room_bytes > 0) return room_bytes;
  throw beyondQuota(
    `The exported files of the last 24 hours take ${mibOf(quota.bytes_at_most)} MiB already: wait until the first of them are gone`,
  );
}
