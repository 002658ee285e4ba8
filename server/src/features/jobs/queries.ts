import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';
import { listPage, type Page, type Paging, type SortKey } from '../../platform/http/paging.ts';

export type JobState = 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';

export interface JobRow {
  id: string;
  name: string;
  state: JobState;
  attempts: number;
  attempts_at_most: number;
  error: string | null;
  created_at: Timestamp;
  started_at: Timestamp | null;
  finished_at: Timestamp | null;
  next_attempt_at: Timestamp | null;
}

/** The same number as in the mail feature: queries may not import the rules of another feature. */
const mail_attempts_at_most = 30;

/** Mail that the merchant has sent. */
const mailJobsOf = (merchant_id: string) => sql`
  select id, 'mail' as name,
    case state when 'sent' then 'completed' when 'failed' then 'failed' else case attempts when 0 then 'created' else 'retry' end end as state,
    error, created_at, started_at, finished_at, case when state = 'waiting' and attempts > 0 then next_attempt_at end as next_attempt_at,
    attempts, ${mail_attempts_at_most}::int as attempts_at_most
  from mails where merchant_id = ${merchant_id}`;

/** The job library creates its tables when the first job runs. */
const hasLibraryTables = async (db: Handle): Promise<boolean> =>
  (await db.one(sql<{ found: boolean }>`select to_regclass('pgboss.job') is not null as found`)).found;

const libraryJobsOf = (merchant_id: string) => sql`
  select id, name, state::text as state, output ->> 'message' as error, created_on as created_at, started_on as started_at,
    completed_on as finished_at, case when state = 'retry' then start_after end as next_attempt_at,
    case when state = 'created' then 0 else retry_count + 1 end as attempts,
    retry_limit + 1 as attempts_at_most
  from pgboss.job where data ->> 'merchant_id' = ${merchant_id}
  union all`;

const jobsOf = (
  merchant_id: string,
  { state, hasLibrary }: { state: JobState | undefined; hasLibrary: boolean },
) => sql<JobRow>`(
  select * from (${hasLibrary ? libraryJobsOf(merchant_id) : sql``} ${mailJobsOf(merchant_id)}) all_jobs
  where ${state ?? null}::text is null or state = ${state ?? null}
)`;

const newestFirst: SortKey[] = [
  { name: 'created_at', column: sql.ref('j.created_at'), type: 'timestamptz', descending: true },
  { name: 'id', column: sql.ref('j.id'), type: 'uuid', descending: true },
];

/**
 * The merchant's jobs and mails. The library's tables have no row-level security, so the query filters them by the
 * merchant in the job's data.
 */
export async function listJobs(db: Handle, { state, ...paging }: Paging & { state?: JobState }): Promise<Page<JobRow>> {
  const hasLibrary = await hasLibraryTables(db);
  const jobs = build.selectFrom(jobsOf(db.merchant_id, { state, hasLibrary }).as('j'));
  const count = jobs.select(sql<bigint>`count(*)`.as('total'));
  return listPage(db, jobs.selectAll(), { count, order: newestFirst, paging });
}
