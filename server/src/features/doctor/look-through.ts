import type { DayRange } from '../../core/time-range.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findHistory, listBroken } from './queries.ts';
import { type BrokenRow, type Invariant, isByDay, stretchesOf } from './rules.ts';

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
