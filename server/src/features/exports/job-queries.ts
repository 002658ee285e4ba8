import { type RawBuilder, sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Language } from '../../core/language.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';
import { listPage, type Page, type Paging, type SortKey } from '../../platform/http/paging.ts';
import type { ExportState, Filters, Format, ReportType } from './rules.ts';

export interface NewExport {
  id: string;
  user_id: string;
  api_key_id: string | null;
  address: string;
  cdn_url: string;
  report_type: ReportType;
  format: Format;
  start_date: string;
  end_date: string;
  branch_id: string | null;
  branch_ids: Branches;
  language: Language | null;
  filters: Filters;
  with_costs: boolean;
  request_hash: Buffer;
}

export interface ExportRow extends Omit<NewExport, 'request_hash'> {
  state: ExportState;
  attempts: number;
  run_id: string | null;
  rows_written: bigint;
  rows_expected: bigint | null;
  error: string | null;
  created_at: Timestamp;
  /** The last report of the run. */
  seen_at: Timestamp | null;
  finished_at: Timestamp | null;
}

const columns = sql`e.id, e.user_id, e.api_key_id, e.address, e.cdn_url, e.report_type, e.format, e.start_date, e.end_date, e.branch_id, e.branch_ids,
  e.language, e.filters, e.with_costs, e.state, e.attempts, e.run_id, e.rows_written, e.rows_expected, e.error, e.created_at, e.seen_at, e.finished_at`;

export const insertExport = (tx: Transaction, row: NewExport, now: Timestamp): Promise<ExportRow> =>
  tx.one(sql<ExportRow>`
    insert into exports as e (merchant_id, id, user_id, api_key_id, address, cdn_url, report_type, format, start_date, end_date, branch_id,
      branch_ids, language, filters, with_costs, request_hash, state, created_at)
    values (${tx.merchant_id}, ${row.id}, ${row.user_id}, ${row.api_key_id}, ${row.address}, ${row.cdn_url}, ${row.report_type},
      ${row.format}, ${row.start_date}, ${row.end_date}, ${row.branch_id}, ${row.branch_ids}::uuid[], ${row.language},
      ${JSON.stringify(row.filters)}::jsonb, ${row.with_costs},
      ${row.request_hash}, 'queued', ${now})
    returning ${columns}`);

type ExportKey = Pick<NewExport, 'user_id' | 'request_hash'>;

/** An equal export that is queued or running. */
export const findEqualRow = (db: Handle, { user_id, request_hash }: ExportKey): Promise<ExportRow | undefined> =>
  db.first(sql<ExportRow>`
    select ${columns} from exports e
    where e.merchant_id = ${db.merchant_id} and e.user_id = ${user_id} and e.request_hash = ${request_hash} and e.state in ('queued', 'running')`);

export const countQueued = async (db: Handle): Promise<number> =>
  (
    await db.one(sql<{ queued: number }>`
      select count(*)::int as queued from exports where merchant_id = ${db.merchant_id} and state = 'queued'`)
  ).queued;

/** The exports that a caller may see: never one that was requested with more rights than the caller has now. */
export interface Visible {
  /** Of this user; `null` for all. */
  user_id: string | null;
  /** Only those that this API key requested. */
  api_key_id: string | null;
  branch_ids: Branches;
  sees_costs: boolean;
  /** Exports that ended before this time are gone. */
  ended_after: Timestamp;
}

const isVisible = (
  db: Handle,
  { user_id, api_key_id, branch_ids, sees_costs, ended_after }: Visible,
): RawBuilder<boolean> => sql<boolean>`
  e.merchant_id = ${db.merchant_id}
  and (${user_id}::uuid is null or e.user_id = ${user_id}::uuid)
  and (${api_key_id}::uuid is null or e.api_key_id = ${api_key_id}::uuid)
  and (${branch_ids}::uuid[] is null or (e.branch_ids is not null and e.branch_ids <@ ${branch_ids}::uuid[]))
  and (${sees_costs}::boolean or not e.with_costs)
  and (e.finished_at is null or e.finished_at > ${ended_after}::timestamptz)`;

export const findExport = (db: Handle, id: string, visible: Visible): Promise<ExportRow | undefined> =>
  db.first(sql<ExportRow>`select ${columns} from exports e where e.id = ${id} and ${isVisible(db, visible)}`);

const newestFirst: SortKey[] = [
  { name: 'created_at', column: sql.ref('e.created_at'), type: 'timestamptz', descending: true },
  { name: 'id', column: sql.ref('e.id'), type: 'uuid', descending: true },
];

export function listExports(db: Handle, visible: Visible, paging: Paging): Promise<Page<ExportRow>> {
  const from = build.selectFrom(
    sql<ExportRow>`(select ${columns} from exports e where ${isVisible(db, visible)})`.as('e'),
  );
  return listPage(db, from.selectAll(), {
    count: from.select(sql<bigint>`count(*)`.as('total')),
    order: newestFirst,
    paging,
  });
}

/** @returns 0 if it is no longer in this state */
export const deleteExport = (db: Handle, { id, state }: Pick<ExportRow, 'id' | 'state'>): Promise<number> =>
  db.run(sql`delete from exports where merchant_id = ${db.merchant_id} and id = ${id} and state = ${state}`);

interface Claim {
  run_id: string;
  now: Timestamp;
  /** Runs not seen since this time have ended with their process. */
  lost_before: Timestamp;
  /** How many exports of the merchant may run at once. */
  at_most: number;
}

/** Claims the oldest export that may run, including one whose run was lost. */
export const claimExport = (
  tx: Transaction,
  { run_id, now, lost_before, at_most }: Claim,
): Promise<ExportRow | undefined> =>
  tx.first(sql<ExportRow>`
    update exports e set state = 'running', run_id = ${run_id}, attempts = attempts + 1, seen_at = ${now}::timestamptz, rows_written = 0,
      rows_expected = null
    where e.merchant_id = ${tx.merchant_id} and e.id = (
      select id from exports where merchant_id = ${tx.merchant_id}
        and (state = 'queued' or (state = 'running' and seen_at <= ${lost_before}::timestamptz))
      order by created_at, id limit 1
    ) and (
      select count(*) from exports where merchant_id = ${tx.merchant_id} and state = 'running' and seen_at > ${lost_before}::timestamptz
    ) < ${at_most}::int
    returning ${columns}`);

export const isAnyQueued = async (db: Handle): Promise<boolean> => (await countQueued(db)) > 0;

type RunKey = { id: string; run_id: string };

/** The export, as long as this run writes it. */
const isRun = (db: Handle, { id, run_id }: RunKey): RawBuilder<boolean> =>
  sql<boolean>`merchant_id = ${db.merchant_id} and id = ${id} and run_id = ${run_id} and state = 'running'`;

interface Progress extends RunKey {
  rows_written: number;
  rows_expected: number | null;
}

/** Stores progress, and that the run continues. @returns 0 if another run took the export over, or it was cancelled */
export const updateProgress = (
  db: Handle,
  { id, run_id, rows_written, rows_expected }: Progress,
  now: Timestamp,
): Promise<number> =>
  db.run(sql`
    update exports set rows_written = ${rows_written}, rows_expected = ${rows_expected}, seen_at = ${now}::timestamptz
    where ${isRun(db, { id, run_id })}`);

export const finishExport = (
  tx: Transaction,
  { id, run_id, rows_written, with_costs }: Omit<Progress, 'rows_expected'> & { with_costs: boolean },
  now: Timestamp,
): Promise<number> =>
  tx.run(sql`
    update exports set state = 'ready', rows_written = ${rows_written}, with_costs = ${with_costs}, finished_at = ${now}::timestamptz
    where ${isRun(tx, { id, run_id })}`);

export const failExport = (tx: Transaction, { id, run_id, error }: RunKey & { error: string }, now: Timestamp) =>
  tx.run(sql`
    update exports set state = 'failed', error = ${error}, finished_at = ${now}::timestamptz
    where ${isRun(tx, { id, run_id })}`);

/** Puts the export of a run that stops orderly back into the queue. The run does not count as a try. */
export const requeueExport = (tx: Transaction, run: RunKey): Promise<number> =>
  tx.run(sql`
    update exports set state = 'queued', run_id = null, attempts = attempts - 1, rows_written = 0, rows_expected = null
    where ${isRun(tx, run)}`);

export const deleteOldExports = (db: Handle, ended_before: Timestamp): Promise<number> =>
  db.run(
    sql`delete from exports where merchant_id = ${db.merchant_id} and finished_at <= ${ended_before}::timestamptz`,
  );
