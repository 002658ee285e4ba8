import { sql } from 'kysely';
import { withKinds } from '../db/batch-statements.ts';
import type { Handle, Transaction } from '../db/handle.ts';
import { column } from '../db/statement.ts';
import type { Branches } from '../kernel/branches.ts';
import type { Timestamp } from '../kernel/clock.ts';

export interface Window {
  hits: number;
  /** Epoch seconds at which the window ends. */
  resets_at_s: number;
  /** Seconds until then, at least one, so that clients do not retry at once. */
  resets_in_s: number;
}

/**
 * Adds to a counter whose window begins with its first hit, by the database's clock, which all processes share. A window
 * that begins more than its length in the future was made before that clock was set back, so it has ended, too.
 */
export function countHit(global: Handle, key: string, length_s: number): Promise<Window> {
  const over = sql<boolean>`abs(extract(epoch from excluded.started_at - w.started_at)) >= ${length_s}::int`;
  return global.one(sql<Window>`
    insert into rate_windows as w (key, started_at, hits) values (${key}, clock_timestamp(), 1)
    on conflict (key) do update set
      started_at = case when ${over} then excluded.started_at else w.started_at end,
      hits = case when ${over} then 1 else least(w.hits, 1000000000) + 1 end
    returning hits, ceil(extract(epoch from started_at) + ${length_s}::int)::int as resets_at_s,
      greatest(1, ceil(extract(epoch from started_at - clock_timestamp()) + ${length_s}::int))::int as resets_in_s`);
}

/** Removes one hit from the count. */
export const takeBackHit = (global: Handle, key: string): Promise<number> =>
  global.run(sql`update rate_windows set hits = hits - 1 where key = ${key} and hits > 0`);

export const deleteWindow = (global: Handle, key: string): Promise<number> => global.run(sql`delete from rate_windows where key = ${key}`);

export const deleteOldWindows = (global: Handle): Promise<number> =>
  global.run(sql`delete from rate_windows where started_at < clock_timestamp() - interval '1 hour'`);

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
    from unnest(${[...keys].sort()}::text[]) as key order by key
    on conflict (merchant_id, key) do nothing returning key`);
  return rows.map((row) => row.key);
}

export const listAnswers = (db: Handle, keys: readonly string[]): Promise<StoredAnswer[]> =>
  db.many(
    withKinds(
      sql<StoredAnswer>`
    select key, fingerprint, actor_id, branch_ids, status, body from idempotency_keys
    where merchant_id = ${db.merchant_id} and key = any(${[...keys]}::text[]) order by key`,
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
  const rows = answers.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  tx.queueWrite(
    'idempotency_keys',
    sql`
    insert into idempotency_keys (merchant_id, key, fingerprint, actor_id, branch_ids, status, body, created_at)
    select ${tx.merchant_id}::uuid, a.key, a.fingerprint, a.actor_id, a.branch_ids::uuid[], a.status, a.body, a.created_at from unnest(
      ${column(rows, 'key')}::text[], ${column(rows, 'fingerprint')}::bytea[], ${column(rows, 'actor_id')}::text[],
      ${rows.map(({ branch_ids }) => arrayText(branch_ids))}::text[], ${column(rows, 'status')}::smallint[],
      ${column(rows, 'body')}::text[], ${column(rows, 'created_at')}::timestamptz[]
    ) as a (key, fingerprint, actor_id, branch_ids, status, body, created_at)`,
  );
}

const listOf = (branch_ids: Branches) => (branch_ids === null ? null : [...branch_ids]);

/** A list inside a column of lists is sent as text, since PostgreSQL's `unnest` would flatten it. */
const arrayText = (branch_ids: Branches) => (branch_ids === null ? null : `{${branch_ids.join(',')}}`);

export const updateAnswer = (tx: Transaction, keys: readonly string[], answer: { status: number; body: string }): void =>
  tx.queueWrite(
    'idempotency_keys',
    sql`
    update idempotency_keys set status = ${answer.status}, body = ${answer.body}
    where merchant_id = ${tx.merchant_id} and key = any(${[...keys]}::text[])`,
  );

export const deleteOldAnswers = (handle: Handle, before: Timestamp): Promise<number> =>
  handle.run(sql`delete from idempotency_keys where merchant_id = ${handle.merchant_id} and created_at < ${before}`);

/** The secret with this name; stores and returns `fresh` if there was none. */
export async function findOrInsertSecret(global: Handle, name: string, fresh: string): Promise<string> {
  await global.run(sql`insert into service_secrets (name, value) values (${name}, ${fresh}) on conflict (name) do nothing`);
  return (await global.one(sql<{ value: string }>`select value from service_secrets where name = ${name}`)).value;
}

/** Merchants in the order of their ids, after the given one; a few at a time, for work on all of them. */
export const listMerchantIds = (global: Handle, after: string): Promise<{ id: string }[]> =>
  global.many(sql<{ id: string }>`
    select distinct home_merchant_id as id from users where home_merchant_id > ${after} order by 1 limit 100`);

/** Jobs by name and state; `undefined` before the first job, when their tables do not exist yet. */
export async function countJobs(global: Handle): Promise<{ name: string; state: string; jobs: number }[] | undefined> {
  const { found } = await global.one(sql<{ found: boolean }>`select to_regclass('pgboss.job') is not null as found`);
  if (!found) return undefined;
  return global.many(
    sql`select name, state::text as state, count(*)::int as jobs from pgboss.job where left(name, 2) <> '__' group by 1, 2`,
  );
}

/** The number of rows that violate each invariant, for all merchants together, as of their last checks. */
export const countBroken = (global: Handle): Promise<{ invariant: string; broken: number }[]> =>
  global.many(sql`select invariant, sum(broken)::int as broken from broken_invariants group by 1`);

/** Stored responses whose `data` is one of these records, or belongs to one. */
export const listAnswersAbout = (tx: Transaction, ids: readonly string[]): Promise<{ key: string; body: string }[]> =>
  tx.many(sql<{ key: string; body: string }>`
    with told as materialized (
      select key, case when body like '{"success":true,"data":{%' then body::jsonb -> 'data' end as data
      from idempotency_keys where merchant_id = ${tx.merchant_id} and status is not null
    )
    select k.key, k.body
    from told t join idempotency_keys k on k.merchant_id = ${tx.merchant_id} and k.key = t.key
    where t.data ->> 'id' = any(${[...ids]}::text[])
      or t.data ->> 'customer_id' = any(${[...ids]}::text[])
      or t.data ->> 'transaction_id' = any(${[...ids]}::text[])`);

export const updateBodies = (tx: Transaction, answers: readonly { key: string; body: string }[]): Promise<number> =>
  tx.run(sql`
    update idempotency_keys k set body = a.body
    from unnest(${column(answers, 'key')}::text[], ${column(answers, 'body')}::text[]) as a (key, body)
    where k.merchant_id = ${tx.merchant_id} and k.key = a.key`);

/** Whether a shop exists. Reads users, because row security hides merchants here, and every merchant has a user. */
export const hasMerchants = async (global: Handle): Promise<boolean> =>
  (await global.one(sql<{ has: boolean }>`select exists (select from users) as has`)).has;
