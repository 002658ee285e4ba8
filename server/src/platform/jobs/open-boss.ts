import type { ConstructorOptions, PgBoss } from 'pg-boss';
import { sentenceOf } from '../../core/sentence.ts';
import type { Connection } from '../database/connection.ts';
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
  settings?: Pick<ConstructorOptions, 'supervise' | 'schedule'>;
}

/** The library's tables stay on the coordinator of Citus. PostgreSQL without Citus ignores the setting. */
const noPropagation = '-c citus.enable_ddl_propagation=off';

/** Loaded only if jobs are run or queued, and after the service listens. */
export async function openBoss(
  { role, ...connection }: Connection,
  { log, connections, settings = {} }: OpenOptions,
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const options = [
    ...(role === undefined ? [] : [`-c role=${role}`]),
    '-c statement_timeout=60s',
    '-c lock_timeout=30s',
    noPropagation,
  ].join(' ');
  const boss = new PgBoss({
    ...connection,
    ...settings,
    max: connections,
    application_name: 'tillhouse-jobs',
    options,
  });
  boss.on('error', (error) => log.warn({ reason: sentenceOf(error) }, 'an error of the background jobs'));
  return boss;
}
