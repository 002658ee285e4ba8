import type { Actor } from '../../../core/actor.ts';
import { isWithin } from '../../../core/branches.ts';
import { notFound } from '../../../core/errors.ts';
import type { Handle } from '../../../platform/database/handle.ts';
import { addAmounts, type MethodAmount, varianceOf } from '../rules.ts';
import { type Figures, readStoredFigures } from '../shifts/figures-rules.ts';
import { amountsOf, isBlind } from '../shifts/read-shifts.ts';
import { findStoredFigures } from '../shifts/shift-queries.ts';
import { type ClosureRow, type CorrectionRow, findClosure, listCorrections } from './closure-queries.ts';

interface Lifetime {
  sales: bigint;
  refunds: bigint;
}

/** The amounts of a closure. */
export interface ClosureSums {
  expected: MethodAmount[];
  counted: MethodAmount[];
  variance: MethodAmount[];
}

/** A closure without its figures, as its reader may see it. */
export interface ShownClosure extends ClosureRow {
  counted: MethodAmount[];
  /** `null` if the register is counted blind and the reader may not see them. */
  expected: MethodAmount[] | null;
  variance: MethodAmount[] | null;
  lifetime: Lifetime | null;
}

export interface Closure extends ShownClosure {
  figures: Figures | null;
  corrections: CorrectionRow[];
  /** With the corrections; `null` without any. */
  corrected: ClosureSums | null;
}

/** A closure of which nothing is hidden. */
export type WholeClosure = Closure & ClosureSums & { figures: Figures; lifetime: Lifetime };

export function showClosure(closure: ClosureRow): ShownClosure & ClosureSums & { lifetime: Lifetime } {
  const expected = amountsOf(closure.expected_methods, closure.expected_amounts);
  const counted = amountsOf(closure.counted_methods, closure.counted_amounts);
  const lifetime = { sales: closure.lifetime_sales, refunds: closure.lifetime_refunds };
  return { ...closure, expected, counted, variance: varianceOf(expected, counted), lifetime };
}

/** The sums with their corrections: recounts change what was counted, everything else what was expected. */
export function correctedSums(sums: ClosureSums, corrections: readonly CorrectionRow[]): ClosureSums | null {
  if (corrections.length === 0) return null;
  const counted = addAmounts(
    sums.counted,
    corrections.filter(({ kind }) => kind === 'recount'),
  );
  const expected = addAmounts(
    sums.expected,
    corrections.filter(({ kind }) => kind !== 'recount'),
  );
  return { expected, counted, variance: varianceOf(expected, counted) };
}

/** A closure in one of the caller's branches, with its figures and corrections. @throws AppError NOT_FOUND */
export async function getClosure(db: Handle, { branch_ids }: Actor, id: string): Promise<WholeClosure> {
  const row = await findClosure(db, id);
  if (row === undefined || !isWithin(branch_ids, row.branch_id)) throw notFound('Closure');
  const stored = await findStoredFigures(db, row.shift_id);
  if (stored === undefined) throw new Error('a closure has figures');
  const corrections = await listCorrections(db, id);
  const shown = showClosure(row);
  const figures = readStoredFigures(stored);
  return { ...shown, figures, corrections, corrected: correctedSums(shown, corrections) };
}

/** Without what a blind count hides from the reader. */
export const hideSums = <Shown extends ShownClosure>(closure: Shown, actor: Actor): Shown =>
  isBlind(actor, closure) ? { ...closure, expected: null, variance: null, lifetime: null } : closure;

/** Like `hideSums`, with figures and corrections. */
export const hideFigures = (closure: Closure, actor: Actor): Closure =>
  isBlind(actor, closure) ? { ...hideSums(closure, actor), figures: null, corrections: [], corrected: null } : closure;
