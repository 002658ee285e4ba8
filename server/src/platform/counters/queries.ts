import { sql } from 'kysely';
import type { Handle } from '../database/handle.ts';

export interface Window {
  hits: number;
  /** Epoch seconds at which the window ends. */
  resets_at_s: number;
  /** Seconds until then, at least one, so that clients do not retry at once. */
  resets_in_s: number;
}

/**
 * Adds to a counter whose window begins with its first hit. Times are of the database's clock, which all processes
 * share. If that clock was set back, a window may begin in the future. If it begins by more than its length in the
 * future, it counts as expired.
 */
export function countHit(global: Handle, key: string, length_s: number): Promise<Window> {
  const isExpired = sql<boolean>`abs(extract(epoch from excluded.started_at - w.started_at)) >= ${length_s}::int`;
  return global.one(sql<Window>`
    insert into rate_windows as w (key, started_at, hits) values (${key}, clock_timestamp(), 1)
    on conflict (key) do update set
      started_at = case when ${isExpired} then excluded.started_at else w.started_at end,
      hits = case when ${isExpired} then 1 else least(w.hits, 1000000000) + 1 end
    returning hits, ceil(extract(epoch from started_at) + ${length_s}::int)::int as resets_at_s,
      greatest(1, ceil(extract(epoch from started_at - clock_timestamp()) + ${length_s}::int))::int as resets_in_s`);
}

/** Removes one hit from the count. */
export const undoHit = (global: Handle, key: string): Promise<number> =>
  global.run(sql`update rate_windows set hits = hits - 1 where key = ${key} and hits > 0`);

export const deleteWindow = (global: Handle, key: string): Promise<number> =>
  global.run(sql`delete from rate_windows where key = ${key}`);

/** How the key of a window begins that is longer than an hour. */
export const daily = 'daily ';

/** Deletes the windows that are over: those of a day after a day, all others after an hour. */
export const deleteOldWindows = (global: Handle): Promise<number> =>
  global.run(sql`
    delete from rate_windows where started_at < clock_timestamp() - interval '1 hour'
      and (not starts_with(key, ${daily}) or started_at < clock_timestamp() - interval '1 day')`);
