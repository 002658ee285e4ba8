import { sameBarcodes } from '@tillhouse/core/barcodes';
import { type AppError, duplicate } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { listByBarcode } from './queries.ts';

export const barcodeInUse = (): AppError => duplicate('barcode', 'This barcode is already in use');

/**
 * For a product that has just got this barcode. An index refuses an equal text; this refuses the same retail code with
 * other leading zeros.
 * @throws AppError DUPLICATE
 */
export async function requireOwnBarcode(
  db: Handle,
  { id, barcode }: { id: string; barcode: string | null | undefined },
): Promise<void> {
  const [, ...others] = typeof barcode === 'string' ? sameBarcodes(barcode) : [];
  if (others.length === 0) return;
  const users = await listByBarcode(db, others);
  if (users.some((user) => user.id !== id)) throw barcodeInUse();
}
