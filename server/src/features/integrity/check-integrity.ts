import { readFile } from 'node:fs/promises';
import type { Timestamp } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import {
  type CheckRow,
  findCheck,
  findHistory,
  hasEventsSince,
  listViolatingRows,
  lockCheck,
  replaceViolations,
  upsertCheck,
} from './queries.ts';
import {
  type Invariant,
  isByDay,
  parseInvariants,
  periodsOf,
  toViolation,
  type ViolatingRow,
  type Violation,
} from './rules.ts';

/** The result of a check. */
export interface Check {
  checked_at: Timestamp;
  duration_ms: number;
  invariants: readonly Invariant[];
  findings: Violation[];
}

/** A result that is younger is returned again. */
const fresh_for_ms = 60_000;
/** Merchants without events are checked after this time too, because rows may be changed by hand. */
const due_after_ms = 24 * 60 * 60 * 1_000;

/**
 * Checks all invariants of the merchant, each in a separate snapshot, long histories month by month.
 * @throws AppError UNAVAILABLE while another check runs
 */
async function runCheck(database: Database, merchant_id: string, now: Timestamp): Promise<Check> {
  const invariants = await readInvariants();
  const started = performance.now();
  const findings = await database.transaction(
    merchant_id,
    async (tx) => {
      // One check at a time, because it reads a whole history.
      if (!(await lockCheck(tx))) throw new AppError('UNAVAILABLE', 'Another check is running');
      const periods = await listPeriods(tx);
      const found: Violation[] = [];
      for (const invariant of invariants) {
        const rows = await listViolations(tx, invariant, periods);
        if (rows.length > 0) found.push(toViolation(invariant, rows));
      }
      return found;
    },
    { timeout_ms: statementTimeout_ms },
  );
  const check = { checked_at: now, duration_ms: Math.round(performance.now() - started), findings };
  await database.transaction(merchant_id, async (tx) => {
    await upsertCheck(tx, { ...check, findings: JSON.stringify(findings) });
    await replaceViolations(tx, findings);
  });
  return { ...check, invariants };
}

const toCheck = async ({ findings, ...check }: CheckRow): Promise<Check> => ({
  ...check,
  invariants: await readInvariants(),
  findings: JSON.parse(findings) as Violation[],
});

const isWithin = (check: CheckRow, now: Timestamp, ms: number) =>
  Math.abs(Date.parse(now) - Date.parse(check.checked_at)) < ms;

/** The result of a check, at most a minute old. @throws AppError UNAVAILABLE while another check runs */
export async function checkMerchant(database: Database, merchant_id: string, now: Timestamp): Promise<Check> {
  const last = await findCheck(database.reader(merchant_id));
  return last !== undefined && isWithin(last, now, fresh_for_ms) ? toCheck(last) : runCheck(database, merchant_id, now);
}

/** Maintenance task: checks merchants with changes. */
export async function checkChangedMerchant(db: Handle, now: Timestamp, database: Database): Promise<void> {
  const last = await findCheck(db);
  if (last !== undefined && isWithin(last, now, due_after_ms) && !(await hasEventsSince(db, last.checked_at))) return;
  await runCheck(database, db.merchant_id, now);
}

/** Long enough for a history of years. */
export const statementTimeout_ms = 600_000;

/** The periods in which a merchant's history is read, so that no statement reads a long one as a whole. */
export const listPeriods = async (db: Handle): Promise<DayRange[]> => periodsOf(await findHistory(db));

/** The merchant's rows that violate an invariant. Each statement has a separate snapshot, so that no sale waits. */
export async function listViolations(
  db: Handle,
  invariant: Invariant,
  periods: readonly DayRange[],
): Promise<ViolatingRow[]> {
  if (!isByDay(invariant)) return listViolatingRows(db, invariant);
  const found: ViolatingRow[] = [];
  for (const period of periods) found.push(...(await listViolatingRows(db, invariant, period)));
  return found;
}

let read: Promise<Invariant[]> | undefined;

/** The invariants of `server/invariants.sql`, read once. */
export const readInvariants = (): Promise<Invariant[]> => {
  read ??= readFile(new URL('../../../invariants.sql', import.meta.url), 'utf8').then(parseInvariants);
  return read;
};
