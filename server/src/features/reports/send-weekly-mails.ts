import { type Actor, can } from '../../core/actor.ts';
import type { Day } from '../../core/calendar.ts';
import { addMs, type Timestamp } from '../../core/clock.ts';
import type { Language } from '../../core/language.ts';
import type { Database, Handle, Transaction } from '../../platform/database/handle.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { findMember } from '../merchant/member-queries.ts';
import { findBranch } from '../merchant/queries.ts';
import { reportInventory } from './report-inventory.ts';
import { compareSales } from './report-sales.ts';
import { sumFigures } from './rules.ts';
import * as queries from './weekly-mail-queries.ts';
import { dueWeek, lastWeek, weeksOf } from './weekly-mail-rules.ts';
import { type WeekFigures, type WeekLinks, writeWeek } from './weekly-mail-text-rules.ts';

const best_at_most = 5;
const low_at_most = 10;
/** The next one comes then. */
const lifetime_ms = 7 * 24 * 60 * 60 * 1_000;

type Reader = Pick<Actor, 'branch_ids' | 'merchant' | 'role'>;

/** The clock of a person who works in one branch is that of the branch. */
async function timezoneOf(
  db: Handle,
  { branch_ids, merchant }: Pick<Actor, 'branch_ids' | 'merchant'>,
): Promise<string> {
  const [only, ...others] = branch_ids ?? [];
  const branch = only === undefined || others.length > 0 ? undefined : await findBranch(db, only);
  return branch?.timezone ?? merchant.timezone;
}

/** Whether the person of the request gets the mail. */
export const isWeeklyMailOn = async (db: Handle, user_id: string): Promise<boolean> =>
  (await queries.findWeeklyMail(db, user_id)) !== undefined;

/** Turns the mail on, from the current week on, or off. */
export async function switchWeeklyMail(
  tx: Transaction,
  { actor, now }: { actor: Actor; now: Timestamp },
  { is_on, language }: { is_on: boolean; language: Language },
): Promise<void> {
  const { user_id } = actor;
  if (!is_on) await queries.deleteWeeklyMail(tx, user_id);
  else {
    const done_week = lastWeek(now, await timezoneOf(tx, actor));
    await queries.upsertWeeklyMail(tx, { user_id, language, done_week }, now);
  }
}

interface WeeklyMailOptions {
  /** The service's key that encrypts queued mail. */
  secret: string;
  now: Timestamp;
  /** The address of a page. */
  pageOf(path: string): string;
}

/**
 * Maintenance task: queues the mail of last week for each person who wants it, once: the week is marked as done in the
 * transaction that queues the mail. It has what the person may read now.
 */
export async function sendWeeklyMails(
  db: Handle,
  database: Database,
  { secret, now, pageOf }: WeeklyMailOptions,
): Promise<void> {
  for (const row of await queries.listWeeklyMails(db)) {
    const member = await findMember(db, row.user_id);
    if (member === undefined) continue;
    const week = dueWeek(now, await timezoneOf(db, member));
    if (week <= row.done_week) continue;
    const figures = can(member, 'reports:read') ? await readWeek(db, member, week) : undefined;
    await database.transaction(db.merchant_id, async (tx) => {
      if ((await queries.finishWeek(tx, { user_id: row.user_id, week })) === 0 || figures === undefined) return;
      const message = { kind: 'weekly-report', ...writeWeek(figures, row.language, linksOf(figures, pageOf)) } as const;
      const expires_at = addMs(now, lifetime_ms);
      const { email: to, language } = row;
      await queueMail(tx, secret, { to, message, language, merchant_id: tx.merchant_id, expires_at }, now);
    });
  }
}

const linksOf = ({ week }: WeekFigures, pageOf: (path: string) => string): WeekLinks => ({
  report: pageOf(`/reports?from=${week.start_date}&to=${week.end_date}`),
  stock: pageOf('/stock?low=true'),
  off: pageOf('/settings/account'),
});

/** The figures that the person may read; `undefined` if there were no sales in either week. */
async function readWeek(
  db: Handle,
  reader: Reader & Omit<Actor, 'address'>,
  monday: Day,
): Promise<WeekFigures | undefined> {
  const { branch_ids: branches, merchant } = reader;
  const { week, before } = weeksOf(monday);
  const { days, compared, top_products } = await compareSales(db, { ...week, branches }, { ...before, branches });
  if (days.length === 0 && compared.length === 0) return undefined;
  const { low_stock, totals } = await reportInventory(db, branches);
  return {
    merchant_name: merchant.name,
    currency: merchant.currency,
    week,
    figures: sumFigures(days),
    before: sumFigures(compared),
    hasCosts: can(reader, 'costs:read'),
    best: top_products.slice(0, best_at_most),
    low: low_stock.slice(0, low_at_most),
    low_count: Number(totals.low),
  };
}
