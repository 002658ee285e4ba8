import { toMinor } from '@tillhouse/core/money';
import type { Actor, OperationContext } from '../../core/actor.ts';
import { invalidField } from '../../core/errors.ts';
import type { Database, Transaction } from '../../platform/database/handle.ts';
import { numberCommitted } from '../events/number-events.ts';
import { findRules, upsertRules, watchMerchant } from './queries.ts';
import { firstRules, type PushRules } from './rules.ts';

type RulesWish = Partial<Omit<PushRules, 'refund_from'>> & { refund_from?: number | null };

/**
 * Call this before the merchant's first user subscribes, who receives events numbered after it. Events are numbered
 * when the feed is read, so earlier ones could be weeks old.
 */
export const numberWhatWas = (database: Database, { merchant }: Actor): Promise<void> => numberCommitted(database, merchant.id);

/** Changes the given push rules of the caller. @throws AppError VALIDATION_ERROR */
export async function chooseMessages(tx: Transaction, { actor, now }: OperationContext, wish: RulesWish): Promise<PushRules> {
  const { refund_from } = wish;
  const present = (await findRules(tx, actor.user_id)) ?? firstRules;
  const from = refund_from === undefined || refund_from === null ? refund_from : toMinor(refund_from, actor.merchant.currency);
  if (from === undefined && refund_from !== undefined) throw invalidField('refund_from', 'has more decimals than the currency');
  await watchMerchant(tx);
  // Field by field: a body may have other fields, which must not be set as columns.
  const rules: PushRules = {
    low_stock: wish.low_stock ?? present.low_stock,
    out_of_stock: wish.out_of_stock ?? present.out_of_stock,
    exports: wish.exports ?? present.exports,
    imports: wish.imports ?? present.imports,
    day_closed: wish.day_closed ?? present.day_closed,
    refund_from: from === undefined ? present.refund_from : from,
  };
  return upsertRules(tx, actor.user_id, rules, now);
}
