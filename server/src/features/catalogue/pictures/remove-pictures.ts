import { addMs, type Clock, type Timestamp } from '../../../core/clock.ts';
import { createCoalescer } from '../../../core/concurrency/coalescer.ts';
import type { Database, Handle } from '../../../platform/database/handle.ts';
import {
  deleteRemovedPictures,
  listReferencedPictures,
  lockUnusedPictures,
  updatePictureStates,
} from './picture-queries.ts';
import { merchantsWithReleasedPictures } from './use-pictures.ts';

interface PictureServices {
  database: Database;
  storage: { remove(name: string): Promise<void> };
  clock: Clock;
}

/** Longer than any upload takes from its first byte to the response. */
const upload_at_most_ms = 15 * 60 * 1_000;
const at_once = 100;

/**
 * Maintenance task: removes pictures without a product, and abandoned uploads. It marks them, deletes the files, and
 * then the rows. If it is interrupted, the next run continues.
 * @returns the number of pictures processed
 */
export async function removeUnusedPictures(
  { merchant_id }: Pick<Handle, 'merchant_id'>,
  now: Timestamp,
  database: Database,
  storage: PictureServices['storage'],
): Promise<number> {
  const uploaded_before = addMs(now, -upload_at_most_ms);
  let processed = 0;
  for (;;) {
    const { found, keys } = await markForRemoval(database, merchant_id, { uploaded_before, now });
    for (const key of keys) await storage.remove(key);
    if (keys.length !== 0) await deleteRemovedPictures(database.reader(merchant_id), keys);
    processed += found;
    if (found < at_once) return processed;
  }
}

async function markForRemoval(
  database: Database,
  merchant_id: string,
  at: { uploaded_before: Timestamp; now: Timestamp },
) {
  return database.transaction(merchant_id, async (tx) => {
    const keys = (await lockUnusedPictures(tx, at.uploaded_before, at_once)).map(({ key }) => key);
    if (keys.length === 0) return { found: 0, keys };
    const used = new Set((await listReferencedPictures(tx, keys)).map(({ key }) => key));
    const states = keys.map((key) => ({ key, state: used.has(key) ? 'used' : 'removing' }));
    await updatePictureStates(tx, states, at.now);
    return { found: keys.length, keys: keys.filter((key) => !used.has(key)) };
  });
}

/** The events of transactions that may release pictures. */
const releasingEvents = new Set(['product.updated', 'product.deleted']);

/**
 * Removes pictures soon after the commit that released them. Maintenance removes those that are missed here.
 * @param onFailure receives the error; maintenance tries again
 */
export function removePicturesAfterCommit(
  { database, storage, clock }: PictureServices,
  onFailure: (error: unknown) => void,
): void {
  const merchants = createCoalescer(async (merchant_id) => {
    // The pictures are not released yet: this was the commit of another change. The next commit checks again.
    if ((await removeUnusedPictures({ merchant_id }, clock.now(), database, storage)) === 0)
      merchantsWithReleasedPictures.add(merchant_id);
  });
  database.onEmitted((merchant_id, types) => {
    if (!types.isDisjointFrom(releasingEvents) && merchantsWithReleasedPictures.delete(merchant_id))
      merchants.run(merchant_id).catch(onFailure);
  });
}
