import type { Database, Handle } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import * as check from './check-merchant.ts';
import * as reading from './read-invariants.ts';
import * as rules from './rules.ts';

/** For housekeeping: looks whether the books are in order, where something happened. */
export const checkWhatIsNew = (db: Handle, now: Timestamp, database: Database): Promise<void> => check.checkWhatIsNew(db, now, database);

/** What is true of the data at every moment. */
export const readInvariants = (): Promise<rules.Invariant[]> => reading.readInvariants();

/** What was found of an invariant that these rows break. */
export const findingOf = (invariant: rules.Invariant, broken: readonly rules.BrokenRow[]): rules.Finding =>
  rules.findingOf(invariant, broken);

/** The same invariant's query, of the merchant who is its `$1`. */
export const ofMerchant = (query: string): string => rules.ofMerchant(query);
