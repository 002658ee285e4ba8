import type { Timestamp } from '../../../core/clock.ts';
import { invalidField } from '../../../core/errors.ts';
import { isPictureKey } from '../../../core/pictures.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import { claimPictures, lockPicturesByKey, releasePictures } from './picture-queries.ts';

/** Merchants whose pictures a transaction of this process released: a hint which ones to check after a commit. */
export const merchantsWithReleasedPictures = new Set<string>();

interface PictureUse {
  before?: readonly string[];
  after: readonly string[];
}

/**
 * Records which stored pictures a product uses now and no longer uses.
 * @throws AppError VALIDATION_ERROR for a picture that is being removed
 */
export async function usePictures(tx: Transaction, { before = [], after }: PictureUse, now: Timestamp): Promise<void> {
  const removedKeys = before.filter((image) => isPictureKey(image) && !after.includes(image));
  const addedKeys = after.filter((image) => isPictureKey(image) && !before.includes(image));
  if (addedKeys.length !== 0) await lockPicturesByKey(tx, [...removedKeys, ...addedKeys]);
  if (removedKeys.length !== 0) {
    releasePictures(tx, removedKeys, now);
    merchantsWithReleasedPictures.add(tx.merchant_id);
  }
  if (addedKeys.length === 0) return;
  const removed = (await claimPictures(tx, addedKeys, now)).find(({ state }) => state === 'removing');
  if (removed !== undefined)
    throw invalidField(`images[${after.indexOf(removed.key)}]`, 'is a picture that was removed, upload it again');
}
