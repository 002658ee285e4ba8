import type { OperationContext } from '../../../core/actor.ts';
import { invalidState } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Transaction } from '../../../platform/database/handle.ts';
import { recordActs } from '../../journal/append-entries.ts';
import { correctionActs } from '../journal-acts.ts';
import { lockRegister } from '../register-queries.ts';
import { amountOf, checkAmounts, type MethodAmount } from '../rules.ts';
import { insertCorrections } from './closure-queries.ts';
import { type Closure, getClosure } from './read-closures.ts';

export interface RecountInput {
  id: string;
  counted: MethodAmount[];
  reason: string;
}

/** All corrections of a closure are shown with it. */
export const correctionsAtMost = 1_000;

/**
 * Counts again after a shift was closed. The closure stays as it was; a correction for each method has the difference.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, INVALID_STATE
 */
export async function recountClosure(tx: Transaction, ctx: OperationContext, input: RecountInput): Promise<Closure> {
  checkAmounts(input.counted);
  const { actor, now } = ctx;
  const { register_id } = await getClosure(tx, actor, input.id);
  // With the register's lock, a recount sees the one before.
  await lockRegister(tx, register_id);
  const closure = await getClosure(tx, actor, input.id);
  if (closure.corrections.length + input.counted.length > correctionsAtMost)
    throw invalidState(`A closure has at most ${correctionsAtMost} corrections`);
  const before = closure.corrected?.counted ?? closure.counted;
  const corrections = input.counted.map(({ method, amount }) => ({
    id: newId(),
    kind: 'recount' as const,
    method,
    amount: amount - amountOf(before, method),
    reason: input.reason,
    user_id: actor.user_id,
    user_name: actor.name,
    created_at: now,
  }));
  await insertCorrections(tx, closure.id, corrections);
  await recordActs(tx, correctionActs(ctx, closure, corrections));
  const corrected = await getClosure(tx, actor, closure.id);
  tx.emit({ type: 'closure.corrected', subject_id: closure.id, payload: corrected, previous: closure, ctx });
  return corrected;
}
