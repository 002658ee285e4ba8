import { sql } from 'kysely';
import type { Handle } from '../../db/handle.ts';
import { build } from '../../db/statement.ts';
import { listPage, type Page, type Paging, type SortKey } from '../../http/paging.ts';
import type { Timestamp } from '../../kernel/clock.ts';

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

/** The tables of the library come to be when jobs are done for the first time. */
const areThereJobs = async (db: Handle): Promise<boolean> =>
  (await db.one(sql<{ found: boolean }>`select to_regclass('pgboss.job') is not null as found`)).found;

const jobsOf = (merchant_id: string, state: JobState | undefined) => sql<JobRow>`(
  select id, name, state::text as state, output ->> 'message' as error, created_on as created_at, started_on as started_at,
    completed_on as finished_at, case when state = 'retry' then start_after end as next_attempt_at,
    case when state = 'created' then 0 else retry_count + 1 end as attempts,
    retry_limit + 1 as attempts_at_most
  from pgboss.job
  where data ->> 'merchant_id' = ${merchant_id} and (${state ?? null}::text is null or state::text = ${state ?? null})
)`;

const newestFirst: SortKey[] = [
  { name: 'created_at', column: sql.ref('j.created_at'), type: 'timestamptz', descending: true },
  { name: 'id', column: sql.ref('j.id'), type: 'uuid', descending: true },
];

/** Row security does not reach the library's tables: the merchant is in what a job was told. */
export async function listJobs(db: Handle, { state, ...paging }: Paging & { state?: JobState }): Promise<Page<JobRow>> {
  if (!(await areThereJobs(db))) return { rows: [], total: 0, next_cursor: null };
  const jobs = build.selectFrom(jobsOf(db.merchant_id, state).as('j'));
  const count = jobs.select(sql<bigint>`count(*)`.as('total'));
  return listPage(db, jobs.selectAll(), { count, order: newestFirst, paging });
}
