import type { ConstructorOptions, PgBoss } from 'pg-boss';
import { sentenceOf } from '../../core/sentence.ts';
import type { Connection } from '../database/connection.ts';
import type { Job } from './job.ts';

/** Eight more tries after the first, from 15 seconds to about an hour apart. What a job left behind is kept for a week. */
const queue = {
  policy: 'short',
  retryLimit: 8,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: 900,
  retentionSeconds: 7 * 86_400,
  deleteAfterSeconds: 7 * 86_400,
} as const;

/** A process that gives no sign of life for so long has ended, and its long jobs are done by another. */
const heartbeatSeconds = 30;

/** The options of a queue. */
export const queueOf = ({ lasting }: Pick<Job, 'lasting'>) =>
  lasting === undefined ? queue : { ...queue, expireInSeconds: lasting.at_most_s, heartbeatSeconds };

interface Opening {
  log: { warn(fields: object, message: string): void };
  connections: number;
  settings?: Pick<ConstructorOptions, 'supervise' | 'schedule'>;
}

/** The library's tables stay on the coordinator of Citus. PostgreSQL ignores the setting. */
const onlyHere = '-c citus.enable_ddl_propagation=off';

/** Loaded only if jobs are run or queued, and after the service listens. */
export async function openBoss(
  { role, ...connection }: Connection,
  { log, connections, settings = {} }: Opening,
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const options = [
    ...(role === undefined ? [] : [`-c role=${role}`]),
    '-c statement_timeout=60s',
    '-c lock_timeout=30s',
    onlyHere,
  ].join(' ');
  const boss = new PgBoss({
    ...connection,
    ...settings,
    max: connections,
    application_name: 'tillhouse-jobs',
    options,
  });
  boss.on('error', (error) => log.warn({ reason: sentenceOf(error) }, 'background jobs met an error'));
  return boss;
}
