import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, can } from '../../core/actor.ts';
import { daysBetween, nextDay } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError, forbidden } from '../../core/errors.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { numberCommitted } from '../events/number-events.ts';
import { findMember } from '../merchant/member-queries.ts';
import { type DemoShop, enterDay, readCatalogue } from './enter-day.ts';
import { advanceDemo, beginDemo, type DemoRow, failDemo, lockDemo } from './queries.ts';
import { demoJobName } from './rules.ts';

export interface DemoServices {
  database: Database;
  clock: { now(): Timestamp };
  jobs: {
    prepare(job: typeof demoJobKind): Promise<void>;
    send(db: Handle, name: string, order: { merchant_id: string }): Promise<void>;
  };
}

/** Each process loads one shop at a time. */
export const demoJobKind = { name: demoJobName, longRunning: { at_once: 1, at_most_s: 3_600 } } as const;

const unexpected_error = 'An unexpected error occurred. The job is retried';
/** The pause after each day, for other requests. */
const pause_ms = 5;
/** Events are numbered after this many days, so that the first reader of the feed need not number a whole year. */
const days_to_number = 20;

/**
 * Enters the days of a demo shop, each in one transaction with the progress. An interrupted run continues with the next
 * day, and two concurrent runs enter different days.
 * @param days the maximum length of the history
 */
export const demoJob = ({ database, clock, jobs }: DemoServices, days = 365) => ({
  ...demoJobKind,
  async work({ merchant_id }: { merchant_id?: string }, _send: unknown, stopping: AbortSignal): Promise<void> {
    if (merchant_id === undefined) return;
    const db = database.reader(merchant_id);
    try {
      if ((await beginDemo(db, days)) === 0) return;
      let products: Products | undefined;
      while (!stopping.aborted) {
        database.checkDiskSpace();
        const entered = await database.transaction(merchant_id, (tx) => enterNext(tx, products, clock.now()), {
          generic_plans: true,
        });
        if (entered === undefined) return;
        const { row } = entered;
        products = entered.products;
        if (daysBetween(row.next_day, row.last_day) % days_to_number === 1)
          await numberCommitted(database, merchant_id);
        await sleep(pause_ms);
      }
    } catch (error) {
      await failDemo(db, error instanceof AppError ? error.message : unexpected_error).catch(() => 0);
      throw error;
    }
    // The next process continues.
    await jobs.prepare(demoJobKind);
    await jobs.send(db, demoJobName, { merchant_id });
  },
});

type Products = DemoShop['products'];

/**
 * @param products those of the day before; undefined if this run has entered none yet
 * @returns the row before this day; undefined once all days are entered
 */
async function enterNext(
  tx: Transaction,
  products: Products | undefined,
  now: Timestamp,
): Promise<{ row: DemoRow; products: Products } | undefined> {
  const row = await lockDemo(tx);
  if (row === undefined || row.state === 'ready') return undefined;
  const product_ids = products ?? (await readCatalogue(tx));
  const shop: DemoShop = { actor: await findOwner(tx, row), plan: row, products: product_ids };
  const sales = await enterDay(tx, shop, row.next_day);
  await advanceDemo(tx, { next_day: nextDay(row.next_day), sales }, now);
  return { row, products: product_ids };
}

/** The user who requested it, with current rights. @throws AppError FORBIDDEN */
async function findOwner(tx: Transaction, { user_id, address }: DemoRow): Promise<Actor> {
  const member = await findMember(tx, user_id);
  const actor = member === undefined ? undefined : { ...member, address };
  if (actor === undefined || !can(actor, 'merchant:write'))
    throw forbidden('The owner who requested the demo no longer works here');
  return actor;
}
