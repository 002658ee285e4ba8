import type { Day } from '../../core/calendar.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import * as check from './check-merchant.ts';
import * as looking from './look-through.ts';
import * as queries from './queries.ts';
import * as reading from './read-invariants.ts';
import * as rules from './rules.ts';

/** For housekeeping: looks whether the books are in order, where something happened. */
export const checkWhatIsNew = (db: Handle, now: Timestamp, database: Database): Promise<void> => check.checkWhatIsNew(db, now, database);

/** What is true of the data at every moment. */
export const readInvariants = (): Promise<rules.Invariant[]> => reading.readInvariants();

/** What was found of an invariant that these rows break. */
export const findingOf = (invariant: rules.Invariant, broken: readonly rules.BrokenRow[]): rules.Finding =>
  rules.findingOf(invariant, broken);

export type { Invariant } from './rules.ts';

/** How long a statement may take that reads a whole history. */
export const patience_ms = looking.patience_ms;

/** The stretches of days in which a merchant's history is read. */
export const listStretches = (db: Handle): Promise<DayRange[]> => looking.listStretches(db);

/** The merchant's rows that break an invariant, a stretch of days after another. */
export const lookThrough = (db: Handle, invariant: rules.Invariant, stretches: readonly DayRange[]): Promise<rules.BrokenRow[]> =>
  looking.lookThrough(db, invariant, stretches);

/** Whether it may be asked of a stretch of days at a time. */
export const isByDay = (invariant: rules.Invariant): boolean => rules.isByDay(invariant);

/** The days of a stretch on which a row breaks it. */
export const listBrokenDays = (db: Handle, invariant: rules.Invariant, days: DayRange): Promise<Day[]> =>
  queries.listBrokenDays(db, invariant, days);

/** The rows of a stretch of days that break it. */
export const listBrokenBetween = <Row>(db: Handle, invariant: rules.Invariant, days: DayRange): Promise<Row[]> =>
  queries.listBroken<Row>(db, invariant, days);
