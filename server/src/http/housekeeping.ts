import type { Database, Handle } from '../db/handle.ts';
import type { Timestamp } from '../kernel/clock.ts';
import { nobody } from '../kernel/ids.ts';
import type { Storage } from '../storage/storage.ts';
import { deleteOldDelays } from './delay-queries.ts';
import { link_lifetime_ms } from './downloads.ts';
import { answers_kept_ms } from './idempotency.ts';
import { deleteOldAnswers, deleteOldWindows, listMerchantIds } from './queries.ts';
import type { Services } from './services.ts';

/** What a room has to put in order now and then for each merchant. */
export type Chore = (db: Handle, now: Timestamp, database: Database, storage: Storage) => Promise<unknown>;

/** What is nobody's in particular: files past their links, counters of long ago, kept answers past their time. Safe to be done twice. */
export async function tidyGlobal({ database, clock, storage }: Services): Promise<void> {
  await storage.removeOlder('exports', new Date(Date.parse(clock.now()) - link_lifetime_ms));
  await deleteOldWindows(database.global);
  await deleteOldDelays(database.global);
  await deleteOldAnswers(database.reader(nobody), answersBefore(clock.now()));
}

/** The same for one merchant; and the rooms do their chores. */
export async function tidyMerchant({ database, clock, storage }: Services, chores: readonly Chore[], merchant_id: string): Promise<void> {
  const db = database.reader(merchant_id);
  await deleteOldAnswers(db, answersBefore(clock.now()));
  const failures: unknown[] = [];
  for (const chore of chores)
    try {
      await chore(db, clock.now(), database, storage);
    } catch (error) {
      // One that fails holds up no other.
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

const answersBefore = (now: Timestamp) => new Date(Date.parse(now) - answers_kept_ms).toISOString();

export async function visitMerchants(global: Handle, visit: (merchant_id: string) => Promise<unknown>): Promise<void> {
  let after = nobody;
  for (;;) {
    const merchants = await listMerchantIds(global, after);
    for (const { id } of merchants) await visit(id);
    const last = merchants.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** All of it at once. */
export async function tidy(services: Services, chores: readonly Chore[] = []): Promise<void> {
  await tidyGlobal(services);
  await visitMerchants(services.database.global, (merchant_id) => tidyMerchant(services, chores, merchant_id));
}
