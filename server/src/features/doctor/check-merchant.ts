import { readFile } from 'node:fs/promises';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { type CheckRow, claimDoctor, findCheck, findHistory, hasNews, listBroken, replaceBroken, upsertCheck } from './queries.ts';
import { type BrokenRow, type Finding, findingOf, type Invariant, isByDay, parseInvariants, stretchesOf } from './rules.ts';

/** What a check found. */
export interface Check {
  checked_at: Timestamp;
  duration_ms: number;
  invariants: readonly Invariant[];
  findings: Finding[];
}

/** Whoever asks again so soon gets what was found. */
const fresh_for_ms = 60_000;
/** Without news it is looked at all the same: rows may be changed by other hands. */
const due_after_ms = 24 * 60 * 60 * 1_000;

/** Examines everything that is the merchant's; an invariant, or a month of it, at a moment. @throws AppError UNAVAILABLE while another examination is on its way */
async function examine(database: Database, merchant_id: string, now: Timestamp): Promise<Check> {
  const invariants = await readInvariants();
  const started = performance.now();
  const findings = await database.transaction(
    merchant_id,
    async (tx) => {
      // One after another, however many ask: it reads a whole history.
      if (!(await claimDoctor(tx))) throw new AppError('UNAVAILABLE', 'Another check is on its way');
      const stretches = await listStretches(tx);
      const found: Finding[] = [];
      for (const invariant of invariants) {
        const rows = await lookThrough(tx, invariant, stretches);
        if (rows.length > 0) found.push(findingOf(invariant, rows));
      }
      return found;
    },
    { patience_ms },
  );
  const check = { checked_at: now, duration_ms: Math.round(performance.now() - started), findings };
  await database.transaction(merchant_id, async (tx) => {
    await upsertCheck(tx, { ...check, findings: JSON.stringify(findings) });
    await replaceBroken(tx, findings);
  });
  return { ...check, invariants };
}

const toCheck = async ({ findings, ...check }: CheckRow): Promise<Check> => ({
  ...check,
  invariants: await readInvariants(),
  findings: JSON.parse(findings) as Finding[],
});

const isWithin = (check: CheckRow, now: Timestamp, ms: number) => Math.abs(Date.parse(now) - Date.parse(check.checked_at)) < ms;

/** What holds of the merchant's books now; a minute old at most. @throws AppError UNAVAILABLE */
export async function checkMerchant(database: Database, merchant_id: string, now: Timestamp): Promise<Check> {
  const last = await findCheck(database.reader(merchant_id));
  return last !== undefined && isWithin(last, now, fresh_for_ms) ? toCheck(last) : examine(database, merchant_id, now);
}

/** The same now and then, where there is anything to look at. */
export async function checkWhatIsNew(db: Handle, now: Timestamp, database: Database): Promise<void> {
  const last = await findCheck(db);
  if (last !== undefined && isWithin(last, now, due_after_ms) && !(await hasNews(db, last.checked_at))) return;
  await examine(database, db.merchant_id, now);
}

/** A history of years takes its time. */
export const patience_ms = 600_000;

/** The stretches of days in which a merchant's history is read, so that no statement reads all of a long one. */
export const listStretches = async (db: Handle): Promise<DayRange[]> => stretchesOf(await findHistory(db));

/** The merchant's rows that break an invariant. Each statement sees its own moment: nothing is held up that is sold meanwhile. */
export async function lookThrough(db: Handle, invariant: Invariant, stretches: readonly DayRange[]): Promise<BrokenRow[]> {
  if (!isByDay(invariant)) return listBroken(db, invariant);
  const found: BrokenRow[] = [];
  for (const stretch of stretches) found.push(...(await listBroken(db, invariant, stretch)));
  return found;
}

let read: Promise<Invariant[]> | undefined;

/** The invariants of `server/invariants.sql`; read once. */
export const readInvariants = (): Promise<Invariant[]> => {
  read ??= readFile(new URL('../../../invariants.sql', import.meta.url), 'utf8').then(parseInvariants);
  return read;
};
