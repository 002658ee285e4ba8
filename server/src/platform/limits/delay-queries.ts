import { sql } from 'kysely';
import type { Handle } from '../database/handle.ts';

interface DelayedAttempt {
  key: string;
  delay_after: number;
  longest_delay_s: number;
}

/**
 * Counts a sign-in attempt at an account, if it does not have to wait. It has to wait until the time of the account's
 * next attempt, by the database's clock. Attempts that have to wait do not count. The first attempts never wait: the
 * later of two concurrent ones may have read the clock before the earlier one wrote. Failures expire after a day
 * without one.
 * @returns the seconds to wait; `undefined` if the attempt may be made
 */
export async function countDelayedAttempt(
  global: Handle,
  { key, delay_after, longest_delay_s }: DelayedAttempt,
): Promise<number | undefined> {
  const isOld = sql<boolean>`abs(extract(epoch from excluded.last_at - d.last_at)) > 86400`;
  const failures = sql<number>`case when ${isOld} then 1 else least(d.failures, 1000) + 1 end`;
  const counted = await global.first(sql<{ failures: number }>`
    insert into sign_in_delays as d (key, failures, last_at, next_at) values (${key}, 1, clock_timestamp(), clock_timestamp())
    on conflict (key) do update set failures = ${failures}, last_at = excluded.last_at,
      next_at = excluded.last_at + case when ${failures} <= ${delay_after}::int then interval '0'
        else make_interval(secs => least(${longest_delay_s}::int, power(2, least(30, ${failures} - ${delay_after}::int - 1)))) end
    where d.failures < ${delay_after}::int or d.next_at <= excluded.last_at or ${isOld}
    returning failures`);
  if (counted !== undefined) return undefined;
  const waiting = await global.first(sql<{ wait_s: number }>`
    select greatest(1, ceil(extract(epoch from next_at - clock_timestamp())))::int as wait_s from sign_in_delays where key = ${key}`);
  return waiting?.wait_s ?? 1;
}

/** Removes one attempt from the count. */
export const undoDelayedAttempt = (global: Handle, key: string): Promise<number> =>
  global.run(
    sql`update sign_in_delays set failures = greatest(0, failures - 1), next_at = clock_timestamp() where key = ${key}`,
  );

export const deleteDelay = (global: Handle, key: string): Promise<number> =>
  global.run(sql`delete from sign_in_delays where key = ${key}`);

export const deleteOldDelays = (global: Handle): Promise<number> =>
  global.run(sql`delete from sign_in_delays where last_at < clock_timestamp() - interval '2 days'`);
