import { sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import { withKinds } from '../database/batch-statements.ts';
import type { Handle, Transaction } from '../database/handle.ts';
import { column } from '../database/statement.ts';

/** The sender of a request. Only the same sender may repeat it. */
export interface Sender {
  /** A user or an API key; `null` without either. */
  actor_id: string | null;
  /** The branches that the sender is limited to. */
  branch_ids: Branches;
}

export interface StoredAnswer extends Sender {
  key: string;
  fingerprint: Buffer;
  status: number | null;
  body: string | null;
}

export interface NewClaim extends Sender {
  fingerprint: Buffer;
  now: Timestamp;
}

/**
 * Claims keys for this transaction. Waits for a transaction that holds one of them.
 * @returns the claimed keys; a missing one has been claimed before
 */
export async function claimKeys(tx: Transaction, keys: readonly string[], claim: NewClaim): Promise<string[]> {
  const { fingerprint, actor_id, branch_ids, now } = claim;
  const rows = await tx.many(sql<{ key: string }>`
    insert into idempotency_keys (merchant_id, key, fingerprint, actor_id, branch_ids, created_at)
    select ${tx.merchant_id}::uuid, key, ${fingerprint}::bytea, ${actor_id}::text, ${listOf(branch_ids)}::uuid[], ${now}::timestamptz
    from unnest(${[...keys]}::text[]) as key order by key
    on conflict (merchant_id, key) do nothing returning key`);
  return rows.map((row) => row.key);
}

export const listAnswers = (db: Handle, keys: readonly string[]): Promise<StoredAnswer[]> =>
  db.many(
    withKinds(
      sql<StoredAnswer>`
    select key, fingerprint, actor_id, branch_ids, status, body from idempotency_keys
    where merchant_id = ${db.merchant_id} and key = any(${[...keys]}::text[])`,
      { fingerprint: 'bytes' },
    ),
  );

export interface NewAnswer extends Sender {
  key: string;
  fingerprint: Buffer;
  status: number;
  body: string;
  created_at: Timestamp;
}

/**
 * Claims keys and stores their responses in one step. If another transaction claims one of them at the same time, waits
 * for it and fails.
 */
export function insertAnswers(tx: Transaction, answers: readonly NewAnswer[]): void {
  tx.queueWrite(
    'idempotency_keys',
    sql`
    insert into idempotency_keys (merchant_id, key, fingerprint, actor_id, branch_ids, status, body, created_at)
    select ${tx.merchant_id}::uuid, a.key, a.fingerprint, a.actor_id, a.branch_ids::uuid[], a.status, a.body, a.created_at from unnest(
      ${column(answers, 'key')}::text[], ${column(answers, 'fingerprint')}::bytea[], ${column(answers, 'actor_id')}::text[],
      ${answers.map(({ branch_ids }) => arrayText(branch_ids))}::text[], ${column(answers, 'status')}::smallint[],
      ${column(answers, 'body')}::text[], ${column(answers, 'created_at')}::timestamptz[]
    ) as a (key, fingerprint, actor_id, branch_ids, status, body, created_at) order by a.key`,
  );
}

const listOf = (branch_ids: Branches) => (branch_ids === null ? null : [...branch_ids]);

/** A list inside a column of lists is sent as text, since PostgreSQL's `unnest` would flatten it. */
const arrayText = (branch_ids: Branches) => (branch_ids === null ? null : `{${branch_ids.join(',')}}`);

export const updateAnswer = (
  tx: Transaction,
  keys: readonly string[],
  answer: { status: number; body: string },
): void =>
  tx.queueWrite(
    'idempotency_keys',
    sql`
    update idempotency_keys set status = ${answer.status}, body = ${answer.body}
    where merchant_id = ${tx.merchant_id} and key = any(${[...keys]}::text[])`,
  );

export const deleteOldAnswers = (handle: Handle, before: Timestamp): Promise<number> =>
  handle.run(sql`delete from idempotency_keys where merchant_id = ${handle.merchant_id} and created_at < ${before}`);

/** The keys of stored responses whose `data` is one of these records, or belongs to one. */
export const listKeysAbout = (tx: Transaction, ids: readonly string[]): Promise<{ key: string }[]> =>
  tx.many(sql<{ key: string }>`
    with stored as materialized (
      select key, case when body like '{"success":true,"data":{%' then body::jsonb -> 'data' end as data
      from idempotency_keys where merchant_id = ${tx.merchant_id}
    )
    select key from stored
    where data ->> 'id' = any(${[...ids]}::text[])
      or data ->> 'customer_id' = any(${[...ids]}::text[])
      or data ->> 'transaction_id' = any(${[...ids]}::text[])`);

export interface StoredBody {
  key: string;
  body: string;
}

export const listBodies = (tx: Transaction, keys: readonly string[]): Promise<StoredBody[]> =>
  tx.many(sql<StoredBody>`
    select key, body from idempotency_keys where merchant_id = ${tx.merchant_id} and key = any(${[...keys]}::text[])`);

export const updateBodies = (tx: Transaction, answers: readonly StoredBody[]): Promise<number> =>
  tx.run(sql`
    update idempotency_keys k set body = a.body
    from unnest(${column(answers, 'key')}::text[], ${column(answers, 'body')}::text[]) as a (key, body)
    where k.merchant_id = ${tx.merchant_id} and k.key = a.key`);
