import type { Clock, Timestamp } from '../../core/clock.ts';
import type { Database } from '../../platform/database/handle.ts';
import { deleteRemoved, listReferenced, lockUnused, updateStates } from './picture-queries.ts';
import { releasing } from './use-pictures.ts';

interface PictureServices {
  database: Database;
  storage: { remove(name: string): Promise<void> };
  clock: Clock;
}

/** Longer than any upload takes from its first byte to the answer. */
const upload_at_most_ms = 15 * 60 * 1_000;
const at_once = 100;

/**
 * Removes the pictures of a merchant that no product has: marked first, then their files, then what is known of them. Cut off anywhere, it is gone
 * on with the next time.
 * @returns how many were looked at
 */
export async function removeUnusedPictures({ database, storage, clock }: PictureServices, merchant_id: string): Promise<number> {
  const uploaded_before = new Date(Date.parse(clock.now()) - upload_at_most_ms).toISOString();
  let looked = 0;
  for (;;) {
    const { found, keys } = await markForRemoval(database, merchant_id, { uploaded_before, now: clock.now() });
    for (const key of keys) await storage.remove(key);
    if (keys.length > 0) await deleteRemoved(database.reader(merchant_id), keys);
    looked += found;
    if (found < at_once) return looked;
  }
}

async function markForRemoval(database: Database, merchant_id: string, at: { uploaded_before: Timestamp; now: Timestamp }) {
  return database.transaction(merchant_id, async (tx) => {
    const keys = (await lockUnused(tx, at.uploaded_before, at_once)).map(({ key }) => key);
    if (keys.length === 0) return { found: 0, keys };
    const referenced = new Set((await listReferenced(tx, keys)).map(({ key }) => key));
    const states = keys.map((key) => ({ key, state: referenced.has(key) ? 'used' : 'removing' }));
    await updateStates(tx, states, at.now);
    return { found: keys.length, keys: keys.filter((key) => !referenced.has(key)) };
  });
}

/** Types of event that a transaction tells which lets go of pictures. */
const mayRelease = new Set(['product.updated', 'product.deleted']);

/**
 * Removes pictures soon after the commit that let go of them. What it misses, maintenance finds.
 * @param onFailure told what went wrong; the next try is maintenance's
 */
export function watchPictures(services: PictureServices, onFailure: (error: unknown) => void): void {
  /** Merchants that are being looked at, and whether there was reason to look again meanwhile. */
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
        // Another change was committed before the one that let go of them: the next one looks again.
        if ((await removeUnusedPictures(services, merchant_id)) === 0) releasing.add(merchant_id);
      }
    } finally {
      under_way.delete(merchant_id);
    }
  }
  services.database.onEmitted((merchant_id, types) => {
    if (!types.isDisjointFrom(mayRelease) && releasing.delete(merchant_id)) look(merchant_id).catch(onFailure);
  });
}
