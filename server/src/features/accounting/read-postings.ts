import { type Actor, can } from '../../core/actor.ts';
import { createKeyedQueue } from '../../core/concurrency/keyed-queue.ts';
import { forbidden, invalidState } from '../../core/errors.ts';
import type { Database, Handle } from '../../platform/database/handle.ts';
import { getClosure, type WholeClosure } from '../registers/closures/read-closures.ts';
import { findRegister } from '../registers/register-queries.ts';
import { amountOf } from '../registers/rules.ts';
import { readSettings } from './change-settings.ts';
import { type CountDifference, createChart, type Posting, postingsOf } from './posting-rules.ts';
import { listLedgerSums, listMovements } from './postings-queries.ts';
import type { DatevSettings } from './rules.ts';

/** The postings of a closing, and what a file of them states. */
export interface ClosurePostings {
  closure_id: string;
  register: { id: string; name: string };
  number: number;
  business_day: string;
  currency: string;
  postings: Posting[];
  datev: DatevSettings | null;
}

/** One at a time for each merchant: those of a large shift use a core of the database for seconds. */
const inTurn = createKeyedQueue(1);

/** A closing has about one posting for each method, rate and category. A file of so many is made at once. */
export const postingsAtMost = 10_000;

/**
 * The postings of a closing: sales, refunds and voids by payment method, tax rate and category, cash movements, and what
 * was counted more or less than expected. The float is not posted.
 * @throws AppError NOT_FOUND, FORBIDDEN without the permission to see what a drawer should contain, INVALID_STATE
 */
export const readPostings = (database: Database, actor: Actor, id: string): Promise<ClosurePostings> =>
  inTurn(actor.merchant.id, () => database.snapshot(actor.merchant.id, (db) => postingsOfClosure(db, actor, id)));

async function postingsOfClosure(db: Handle, actor: Actor, id: string): Promise<ClosurePostings> {
  const closure = await getClosure(db, actor, id);
  if (!can(actor, 'shifts:expected')) throw forbidden('Your role may not see what a register should contain');
  const { register_id, shift_id, number, business_day } = closure;
  const register = await findRegister(db, register_id);
  const { accounts, datev } = await readSettings(db);
  const sums = await listLedgerSums(db, shift_id, postingsAtMost);
  const movements = await listMovements(db, shift_id, postingsAtMost);
  const ledger = { sums, movements, differences: differencesOf(closure) };
  const postings = postingsOf(ledger, createChart(accounts));
  if (postings.length > postingsAtMost)
    throw invalidState(`A closing with more than ${postingsAtMost} postings cannot be exported`);
  const { currency } = actor.merchant;
  const of = { id: register_id, name: register?.name ?? '' };
  return { closure_id: id, register: of, number, business_day, currency, postings, datev };
}

/**
 * The variance as closed, and each recount after it. A method that the closing did not count has no variance: its first
 * recount is the difference to what was expected.
 */
function differencesOf({
  expected,
  counted,
  variance,
  corrections,
}: Pick<WholeClosure, 'expected' | 'counted' | 'variance' | 'corrections'>): CountDifference[] {
  const known = new Set(counted.map(({ method }) => method));
  const recounts = corrections
    .filter(({ kind }) => kind === 'recount')
    .map(({ method, amount, reason }) => {
      const unposted = known.has(method) ? 0n : amountOf(expected, method);
      known.add(method);
      return { kind: 'recount' as const, method, amount: amount - unposted, reason };
    });
  return [...variance.map((row) => ({ ...row, kind: 'variance' as const, reason: null })), ...recounts];
}
