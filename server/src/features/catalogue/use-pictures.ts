import type { Timestamp } from '../../core/clock.ts';
import { invalidField } from '../../core/errors.ts';
import { isPictureKey } from '../../core/pictures.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { claimPictures, releasePictures } from './picture-queries.ts';

/**
 * Merchants whose pictures were released by a transaction of this process: only a hint where to check after a commit.
 */
export const releasing = new Set<string>();

interface Use {
  before?: readonly string[];
  after: readonly string[];
}

/**
 * Records which stored pictures a product uses now and no longer uses.
 * @throws AppError VALIDATION_ERROR for one that is being removed
 */
export async function usePictures(tx: Transaction, { before = [], after }: Use, now: Timestamp): Promise<void> {
  const dropped = before.filter((image) => isPictureKey(image) && !after.includes(image));
  const added = after.filter((image) => isPictureKey(image) && !before.includes(image));
  if (dropped.length > 0) {
    releasePictures(tx, dropped, now);
    releasing.add(tx.merchant_id);
  }
  if (added.length === 0) return;
  const gone = (await claimPictures(tx, added, now)).find(({ state }) => state === 'removing');
  if (gone !== undefined)
    throw invalidField(`images[${after.indexOf(gone.key)}]`, 'is a picture that was removed, upload it again');
}
