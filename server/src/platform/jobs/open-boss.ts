import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { sentenceOf } from '../../core/sentence.ts';
import type { Connection } from '../database/connection.ts';
import { openSeparatePool } from '../database/pool/separate-pool.ts';
import type { Job } from './job.ts';

/** After a failure, eight retries with delays from 15 seconds to about an hour. Finished jobs are stored for a week. */
const defaultQueue = {
  policy: 'short',
  retryLimit: 8,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: 900,
  retentionSeconds: 7 * 86_400,
  deleteAfterSeconds: 7 * 86_400,
} as const;

/** A process without a heartbeat for this time counts as ended, and another process runs its long jobs. */
const heartbeatSeconds = 30;

/** The options of the queue of a job. */
export const queueOf = ({ longRunning }: Pick<Job, 'longRunning'>) =>
  longRunning === undefined
    ? defaultQueue
    : { ...defaultQueue, expireInSeconds: longRunning.at_most_s, heartbeatSeconds };

interface OpenOptions {
  log: { warn(fields: object, message: string): void };
  connections: number;
  /** Whether the process runs jobs, instead of only queueing them now and then. */
  runsJobs: boolean;
}

/** The library with its connections. */
export interface Boss {
  readonly boss: PgBoss;
  /**
   * Takes no more jobs, waits for running ones if it is graceful, up to ten seconds, and closes the connections,
   * whether the database answers or not.
   */
  stop(options: { graceful: boolean }): Promise<void>;
}

const statement_timeout_ms = 60_000;
const stop_timeout_ms = 10_000;
/** How much longer than that the library may take to record that jobs were interrupted. */
const stop_margin_ms = 2_000;

/** Loaded only if jobs are run or queued, and after the service listens. */
export async function openBoss(connection: Connection, { log, connections, runsJobs }: OpenOptions): Promise<Boss> {
  const { PgBoss } = await import('pg-boss');
  const warn = (error: unknown) => log.warn({ reason: sentenceOf(error) }, 'an error of the background jobs');
  const pool = openSeparatePool(connection, {
    name: 'tillhouse-jobs',
    size: connections,
    statement_timeout_ms,
    // The library's tables stay on the coordinator of Citus. PostgreSQL without Citus ignores the setting.
    settings: { lock_timeout: '30s', 'citus.enable_ddl_propagation': 'off' },
    log,
    isWatched: runsJobs,
    onLost: warn,
  });
  const boss = new PgBoss({ supervise: runsJobs, schedule: runsJobs, db: { executeSql: pool.query } });
  boss.on('error', warn);
  return {
    boss,
    async stop({ graceful }) {
      const stopped = boss.stop({ graceful, timeout: stop_timeout_ms }).catch(warn);
      const timeout = new AbortController();
      const limit = sleep(stop_timeout_ms + stop_margin_ms, undefined, { signal: timeout.signal });
      await Promise.race([stopped, limit.catch(() => undefined)]);
      timeout.abort();
      await pool.close();
    },
  };
}
