import type { Actor } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Database } from '../../platform/database/handle.ts';
import { getExport, storedName } from './get-export.ts';
import { deleteExport } from './job-queries.ts';

interface Services {
  database: Database;
  clock: { now(): Timestamp };
  storage: { remove(name: string): Promise<void> };
}

/**
 * Deletes an export, whatever its state. Of one that is ready the file is removed first: should that fail, it can be done again. A run that is
 * under way notices within a second or two that its export is gone, ends, and removes what it has written.
 * @throws AppError NOT_FOUND
 */
export async function cancelExport({ database, clock, storage }: Services, actor: Actor, id: string): Promise<void> {
  const merchant_id = actor.merchant.id;
  for (;;) {
    const found = await getExport(database.reader(merchant_id), actor, { id, now: clock.now() });
    if (found.state === 'ready') await storage.remove(storedName(merchant_id, found));
    // If its state has changed meanwhile, there may be a file now.
    if ((await deleteExport(database.reader(merchant_id), found)) > 0) return;
  }
}
