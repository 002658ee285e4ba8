import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Connection } from '../db/connection.ts';
import { sentenceOf } from '../kernel/sentence.ts';
import type { Job, Order } from './job.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Beside the pool that answers requests, so that neither waits for the other. */
const connections = 2;
/** Reading the library takes a moment, which belongs to the first requests. */
const begin_after_ms = 500;
const again_after_ms = 15_000;
const patience_ms = 10_000;

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

/** Does jobs until it is stopped. Nobody waits for it to begin: where it cannot, that is said in the log and tried again, and the service goes on. */
export function startJobs(connection: Connection, jobs: readonly Job[], log: Log) {
  const stopping = new AbortController();
  const running = begin(connection, { jobs, log, signal: stopping.signal });
  return {
    /** Settles when jobs are done, or will not be any more. */
    begun: running.then(() => undefined),
    /** Takes no more jobs, and waits for those that it does, ten seconds at most. */
    async stop() {
      stopping.abort();
      const boss = await running;
      await boss?.stop({ timeout: patience_ms });
    },
  };
}

interface Beginning {
  jobs: readonly Job[];
  log: Log;
  signal: AbortSignal;
}

async function begin(connection: Connection, { jobs, log, signal }: Beginning): Promise<PgBoss | undefined> {
  await sleep(begin_after_ms, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    const boss = await open(connection, log);
    try {
      await boss.start();
      for (const job of jobs) await attend(boss, job, log);
      return boss;
    } catch (error) {
      log.warn({ reason: sentenceOf(error) }, 'background jobs cannot begin yet');
      await boss.stop({ graceful: false }).catch(() => undefined);
      await sleep(again_after_ms, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** The library's tables are asked from the coordinator: Citus need not make them on other machines. Without it that is a setting of nobody. */
const onlyHere = '-c citus.enable_ddl_propagation=off';

/** Loaded only where jobs are done, and after the service has begun to listen. */
async function open({ role, ...connection }: Connection, log: Log): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const settings = [...(role === undefined ? [] : [`-c role=${role}`]), '-c statement_timeout=60s', '-c lock_timeout=30s', onlyHere];
  const boss = new PgBoss({ ...connection, max: connections, application_name: 'tillhouse-jobs', options: settings.join(' ') });
  boss.on('error', (error) => log.warn({ reason: sentenceOf(error) }, 'background jobs met an error'));
  return boss;
}

async function attend(boss: PgBoss, { name, cron, work }: Job, log: Log): Promise<void> {
  await boss.createQueue(name, queue);
  const send = (other: string, order: Order) => boss.send(other, order, { singletonKey: order.merchant_id ?? '' });
  await boss.work<Order | null>(name, { pollingIntervalSeconds: 2, burstWhenReadyExceeds: 1 }, async ([job]) => {
    try {
      await work(job?.data ?? {}, send);
    } catch (error) {
      log.warn({ job: name, err: error }, 'a job failed, and is tried again');
      // What is kept beside the job is shown to its merchant: a sentence, and nothing of ours.
      throw new Error(sentenceOf(error));
    }
  });
  if (cron !== undefined) await boss.schedule(name, cron, null, { tz: 'UTC' });
}
