import { addMs, type Timestamp } from '../../core/clock.ts';
import { no_merchant_id } from '../../core/ids.ts';
import type { Services } from '../context/services.ts';
import { deleteOldWindows } from '../counters/queries.ts';
import type { Database, Handle } from '../database/handle.ts';
import { link_lifetime_ms } from '../http/downloads.ts';
import { responses_kept_ms } from '../idempotency/idempotency.ts';
import { deleteOldAnswers } from '../idempotency/queries.ts';
import { deleteOldDelays } from '../limits/delay-queries.ts';
import type { Storage } from '../storage/storage.ts';
import { listMerchantIds } from './queries.ts';

/** A regular task of a feature, run for each merchant. */
export type MaintenanceTask = (db: Handle, now: Timestamp, database: Database, storage: Storage) => Promise<unknown>;

/** Prunes data of no merchant: exported files without links, old counters, old stored responses. Idempotent. */
export async function maintainGlobal({ database, clock, storage }: Services): Promise<void> {
  await storage.removeOlder('exports', new Date(Date.parse(clock.now()) - link_lifetime_ms));
  await deleteOldWindows(database.global);
  await deleteOldDelays(database.global);
  await deleteOldAnswers(database.reader(no_merchant_id), responsesBefore(clock.now()));
}

/** The same for one merchant, and the maintenance tasks of the features. */
export async function maintainMerchant(
  { database, clock, storage }: Services,
  tasks: readonly MaintenanceTask[],
  merchant_id: string,
): Promise<void> {
  const db = database.reader(merchant_id);
  await deleteOldAnswers(db, responsesBefore(clock.now()));
  const failures: unknown[] = [];
  for (const task of tasks)
    try {
      await task(db, clock.now(), database, storage);
    } catch (error) {
      // The other tasks still run if one fails.
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

const responsesBefore = (now: Timestamp) => addMs(now, -responses_kept_ms);

export async function forEachMerchant(global: Handle, work: (merchant_id: string) => Promise<unknown>): Promise<void> {
  let after = no_merchant_id;
  for (;;) {
    const merchants = await listMerchantIds(global, after);
    for (const { id } of merchants) await work(id);
    const last = merchants.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Runs all maintenance, for all merchants. */
export async function runMaintenance(services: Services, tasks: readonly MaintenanceTask[] = []): Promise<void> {
  await maintainGlobal(services);
  await forEachMerchant(services.database.global, (merchant_id) => maintainMerchant(services, tasks, merchant_id));
}
