import { sql } from 'kysely';
import type { Handle } from '../database/handle.ts';

/** Jobs by name and state; `undefined` before the first job, when their tables do not exist yet. */
export async function countJobs(global: Handle): Promise<{ name: string; state: string; jobs: number }[] | undefined> {
  const { found } = await global.one(sql<{ found: boolean }>`select to_regclass('pgboss.job') is not null as found`);
  if (!found) return undefined;
  return global.many(
    sql`select name, state::text as state, count(*)::int as jobs from pgboss.job where not starts_with(name, '__') group by name, state`,
  );
}

/** The number of rows that violate each invariant, for all merchants together, as of their last checks. */
export const countBroken = (global: Handle): Promise<{ invariant: string; broken: number }[]> =>
  global.many(sql`select invariant, sum(broken)::int as broken from broken_invariants group by invariant`);
