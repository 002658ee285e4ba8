import type { Clock, Timestamp } from '../../core/clock.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { deleteRemoved, listReferenced, lockUnused, updateStates } from './picture-queries.ts';
import { releasing } from './use-pictures.ts';

interface PictureServices {
  database: Database;
  storage: { remove(name: string): Promise<void> };
  clock: Clock;
}

/** Longer than any upload takes from its first byte to the response. */
const upload_at_most_ms = 15 * 60 * 1_000;
const at_once = 100;

/**
 * Maintenance task: removes pictures without a product, and abandoned uploads. Marks them, deletes the files, then the
 * rows. If interrupted, the next run continues.
 * @returns the number of pictures processed
 */
export async function removeUnusedPictures(
  { merchant_id }: Pick<Handle, 'merchant_id'>,
  now: Timestamp,
  database: Database,
  storage: PictureServices['storage'],
): Promise<number> {
  const uploaded_before = new Date(Date.parse(now) - upload_at_most_ms).toISOString();
  let looked = 0;
  for (;;) {
    const { found, keys } = await markForRemoval(database, merchant_id, { uploaded_before, now });
    for (const key of keys) await storage.remove(key);
    if (keys.length > 0) await deleteRemoved(database.reader(merchant_id), keys);
    looked += found;
    if (found < at_once) return looked;
  }
}

async function markForRemoval(
  database: Database,
  merchant_id: string,
  at: { uploaded_before: Timestamp; now: Timestamp },
) {
  return database.transaction(merchant_id, async (tx) => {
    const keys = (await lockUnused(tx, at.uploaded_before, at_once)).map(({ key }) => key);
    if (keys.length === 0) return { found: 0, keys };
    const referenced = new Set((await listReferenced(tx, keys)).map(({ key }) => key));
    const states = keys.map((key) => ({ key, state: referenced.has(key) ? 'used' : 'removing' }));
    await updateStates(tx, states, at.now);
    return { found: keys.length, keys: keys.filter((key) => !referenced.has(key)) };
  });
}

/** Types of event emitted by transactions that may release pictures. */
const mayRelease = new Set(['product.updated', 'product.deleted']);

/**
 * Removes pictures soon after the commit that released them. Maintenance finds those that it misses.
 * @param onFailure receives the error; maintenance tries again
 */
export function watchPictures(
  { database, storage, clock }: PictureServices,
  onFailure: (error: unknown) => void,
): void {
  /** Merchants being processed, and whether there was another request meanwhile. */
  const under_way = new Map<string, { again: boolean }>();
  async function look(merchant_id: string): Promise<void> {
    const before = under_way.get(merchant_id);
    if (before !== undefined) {
      before.again = true;
      return;
    }
    const mine = { again: true };
    under_way.set(merchant_id, mine);
    try {
      while (mine.again) {
        mine.again = false;
        // The commit of another change came first: the next one checks again.
        if ((await removeUnusedPictures({ merchant_id }, clock.now(), database, storage)) === 0)
          releasing.add(merchant_id);
      }
    } finally {
      under_way.delete(merchant_id);
    }
  }
  database.onEmitted((merchant_id, types) => {
    if (!types.isDisjointFrom(mayRelease) && releasing.delete(merchant_id)) look(merchant_id).catch(onFailure);
  });
}
