import { sql } from 'kysely';
import type { Handle, Transaction } from '../../db/handle.ts';
import { build } from '../../db/statement.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import type { Listener, PushRules } from './rules.ts';

const columns = ['low_stock', 'out_of_stock', 'refund_from', 'exports', 'imports'] as const;

export const findRules = (db: Handle, user_id: string): Promise<PushRules | undefined> =>
  db.first(build.selectFrom('push_rules').select(columns).where('merchant_id', '=', db.merchant_id).where('user_id', '=', user_id));

export const upsertRules = (tx: Transaction, user_id: string, rules: PushRules, now: Timestamp): Promise<PushRules> =>
  tx.one(
    build
      .insertInto('push_rules')
      .values({ ...rules, merchant_id: tx.merchant_id, user_id, updated_at: now })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'user_id']).doUpdateSet({ ...rules, updated_at: now }))
      .returning(columns),
  );

type ListenerRow = Omit<Listener, 'rules'> & { [Name in keyof PushRules]: PushRules[Name] | null };

/** Who works at the merchant, with what they want to hear of; `null` in all of it for who never said. */
export const listListeners = (db: Handle): Promise<ListenerRow[]> =>
  db.many(sql<ListenerRow>`
    select m.user_id, m.role, r.low_stock, r.out_of_stock, r.refund_from, r.exports, r.imports, (
      select array_agg(b.branch_id) from member_branches b where b.merchant_id = m.merchant_id and b.user_id = m.user_id) as branch_ids
    from memberships m left join push_rules r on r.merchant_id = m.merchant_id and r.user_id = m.user_id
    where m.merchant_id = ${db.merchant_id} and m.deactivated_at is null`);
