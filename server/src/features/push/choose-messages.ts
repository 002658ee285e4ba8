import type { Transaction } from '../../db/handle.ts';
import type { Deed } from '../../kernel/actor.ts';
import { toMinor } from '../../kernel/money.ts';
import { invalidField } from '../../kernel/refusal.ts';
import { findRules, upsertRules, watchMerchant } from './queries.ts';
import { firstRules, type PushRules } from './rules.ts';

type RulesWish = Partial<Omit<PushRules, 'refund_from'>> & { refund_from?: number | null };

/** Changes what is given of what the caller wants to hear of. @throws Refusal VALIDATION_ERROR */
export async function chooseMessages(tx: Transaction, { actor, now }: Deed, { refund_from, ...wish }: RulesWish): Promise<PushRules> {
  const present = (await findRules(tx, actor.user_id)) ?? firstRules;
  const from = refund_from === undefined || refund_from === null ? refund_from : toMinor(refund_from, actor.merchant.currency);
  if (from === undefined && refund_from !== undefined) throw invalidField('refund_from', 'has more decimals than the currency');
  await watchMerchant(tx);
  return upsertRules(tx, actor.user_id, { ...present, ...wish, ...(from === undefined ? {} : { refund_from: from }) }, now);
}
