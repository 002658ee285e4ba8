import type pg from 'pg';
import { testServer } from './test-app.ts';
import { until } from './until.ts';

/** Whether a connection to this database waits for a lock, on any node. */
export async function hasLockWait(admin: pg.Pool): Promise<boolean> {
  const activity = testServer().workers === undefined ? 'pg_stat_activity' : 'citus_stat_activity';
  const { rowCount } = await admin.query(
    `select from ${activity} where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount !== 0;
}

/** Waits until a connection to this database waits for a lock. */
export const untilLockWait = (admin: pg.Pool): Promise<void> => until(() => hasLockWait(admin));
