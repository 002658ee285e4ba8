import type { Database, Handle } from '../db/handle.ts';
import type { Timestamp } from '../kernel/clock.ts';
import { nobody } from '../kernel/ids.ts';
import { link_lifetime_ms } from './downloads.ts';
import type { House } from './house.ts';
import { answers_kept_ms } from './idempotency.ts';
import { deleteOldAnswers, deleteOldWindows, listMerchantIds } from './queries.ts';

const interval_ms = 60 * 60 * 1_000;

interface Log {
  warn(fields: object, message: string): void;
}

/** What a room has to put in order now and then for each merchant. */
export type Chore = (db: Handle, now: Timestamp, database: Database) => Promise<unknown>;

/** Once an hour: kept answers past their time and counters of long ago go, and the rooms do their chores. Safe to run in several processes. */
export function startHousekeeping(house: House, chores: readonly Chore[], log: Log) {
  const run = () => tidy(house, chores).catch((error: unknown) => log.warn({ err: error }, 'housekeeping was put off'));
  const timer = setInterval(run, interval_ms);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function tidy({ database, clock, storage }: House, chores: readonly Chore[] = []): Promise<void> {
  await storage.removeOlder('exports', new Date(Date.parse(clock.now()) - link_lifetime_ms));
  await deleteOldWindows(database.global);
  const before = new Date(Date.parse(clock.now()) - answers_kept_ms).toISOString();
  await deleteOldAnswers(database.reader(nobody), before);
  let after = nobody;
  for (;;) {
    const merchants = await listMerchantIds(database.global, after);
    for (const { id } of merchants) {
      const db = database.reader(id);
      await deleteOldAnswers(db, before);
      for (const chore of chores) await chore(db, clock.now(), database);
    }
    const last = merchants.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
