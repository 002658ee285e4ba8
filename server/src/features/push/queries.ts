import { sql } from 'kysely';
import { addMs, type Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build, column } from '../../platform/database/statement.ts';
import { defaultRules, type PushRules, type Recipient, retry_delays_s } from './rules.ts';

const columns = ['low_stock', 'out_of_stock', 'refund_from', 'exports', 'imports', 'day_closed'] as const;

export const findRules = (db: Handle, user_id: string): Promise<PushRules | undefined> =>
  db.first(
    build
      .selectFrom('push_rules')
      .select(columns)
      .where('merchant_id', '=', db.merchant_id)
      .where('user_id', '=', user_id),
  );

/** Changes these rules alone, so that concurrent changes of others stay. A user without any begins with the default. */
export const upsertRules = (
  tx: Transaction,
  user_id: string,
  rules: Partial<PushRules>,
  now: Timestamp,
): Promise<PushRules> =>
  tx.one(
    build
      .insertInto('push_rules')
      .values({ ...defaultRules, ...rules, merchant_id: tx.merchant_id, user_id, updated_at: now })
      .onConflict((conflict) => conflict.columns(['merchant_id', 'user_id']).doUpdateSet({ ...rules, updated_at: now }))
      .returning(columns),
  );

type MemberRow = Omit<Recipient, 'rules'>;

/** The merchant's members. */
export const listMembers = (db: Handle): Promise<MemberRow[]> =>
  db.many(sql<MemberRow>`
    select m.user_id, m.role, (
      select array_agg(b.branch_id) from member_branches b where b.merchant_id = m.merchant_id and b.user_id = m.user_id) as branch_ids
    from memberships m
    where m.merchant_id = ${db.merchant_id} and m.deactivated_at is null`);

/** The rules of members who have changed them. Read apart: Citus rejects an outer join beside the subquery above. */
export const listRules = (db: Handle): Promise<(PushRules & { user_id: string })[]> =>
  db.many(
    build
      .selectFrom('push_rules')
      .select(['user_id', ...columns])
      .where('merchant_id', '=', db.merchant_id),
  );

/** The branch of each refund, which is the branch of its sale. */
export const listBranchesOfRefunds = (
  db: Handle,
  refund_ids: readonly string[],
): Promise<{ id: string; branch_id: string }[]> =>
  db.many(sql<{ id: string; branch_id: string }>`
    select r.id, s.branch_id from refunds r join sales s on s.merchant_id = r.merchant_id and s.id = r.sale_id
    where r.merchant_id = ${db.merchant_id} and r.id = any(${[...refund_ids]}::uuid[])`);

/** Registers the merchant for push messages, starting with new events. */
export async function registerMerchant(tx: Transaction): Promise<void> {
  await tx.run(sql`insert into push_merchants (merchant_id) values (${tx.merchant_id}) on conflict do nothing`);
  await tx.run(sql`
    insert into push_cursors (merchant_id, sequence)
    select ${tx.merchant_id}::uuid, coalesce((select sequence from event_heads where merchant_id = ${tx.merchant_id}), 0)
    on conflict do nothing`);
}

export const listRegisteredMerchants = (global: Handle): Promise<{ merchant_id: string }[]> =>
  global.many(sql<{ merchant_id: string }>`select merchant_id from push_merchants`);

/** The position in the merchant's events; `undefined` while another process has locked it. */
export const lockCursor = (tx: Transaction): Promise<{ sequence: bigint } | undefined> =>
  tx.first(
    sql<{
      sequence: bigint;
    }>`select sequence from push_cursors where merchant_id = ${tx.merchant_id} for update skip locked`,
  );

export const advanceCursor = (tx: Transaction, sequence: bigint): Promise<number> =>
  tx.run(sql`update push_cursors set sequence = ${sequence} where merchant_id = ${tx.merchant_id}`);

export const insertMessages = (
  tx: Transaction,
  messages: readonly { event_id: string; device_id: string }[],
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    insert into push_messages (merchant_id, event_id, device_id, next_attempt_at)
    select ${tx.merchant_id}::uuid, event_id, device_id, ${now}::timestamptz
    from unnest(${column(messages, 'event_id')}::uuid[], ${column(messages, 'device_id')}::uuid[]) as m (event_id, device_id)
    on conflict do nothing`);

export interface DueMessage {
  event_id: string;
  device_id: string;
  /** Including this one. */
  attempts: number;
}

/**
 * Claims messages that are due. Reschedules them as if this attempt had failed, so that they are retried if the process
 * ends before it reports a result.
 */
export function claimDueMessages(
  tx: Transaction,
  { now, limit }: { now: Timestamp; limit: number },
): Promise<DueMessage[]> {
  const retry_times = retry_delays_s.map((wait_s) => addMs(now, wait_s * 1_000));
  return tx.many(sql<DueMessage>`
    update push_messages m set attempts = m.attempts + 1,
      next_attempt_at = case ${sql.join(
        retry_times.map(
          (retry_at, attempts) => sql`when m.attempts = ${sql.lit(attempts)} then ${retry_at}::timestamptz`,
        ),
        sql` `,
      )} else ${retry_times.at(-1)}::timestamptz end
    from (
      select event_id, device_id from push_messages
      where merchant_id = ${tx.merchant_id} and next_attempt_at <= ${now}::timestamptz
      order by next_attempt_at limit ${limit} for update skip locked
    ) due
    where m.merchant_id = ${tx.merchant_id} and m.event_id = due.event_id and m.device_id = due.device_id
    returning m.event_id, m.device_id, m.attempts`);
}

export const deleteMessage = (db: Handle, { event_id, device_id }: DueMessage): Promise<number> =>
  db.run(
    sql`delete from push_messages where merchant_id = ${db.merchant_id} and event_id = ${event_id} and device_id = ${device_id}`,
  );
