import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { sentenceOf } from '../../core/sentence.ts';
import type { Connection } from '../database/connection.ts';
import type { Job, JobData } from './job.ts';
import { type Boss, openBoss, queueOf } from './open-boss.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const connections = 2;
/** Loading the library takes time that the first requests need. */
const start_delay_ms = 500;
const retry_after_ms = 15_000;
const polling = { pollingIntervalSeconds: 2, burstWhenReadyExceeds: 1 };

/** Runs jobs until it is stopped. If it cannot start, it logs that and tries again, while the service continues. */
export function startJobs(connection: Connection, jobs: readonly Job[], log: Log) {
  const stopping = new AbortController();
  const running = start(connection, { jobs, log, signal: stopping.signal });
  return {
    /** Settles when the jobs are started, or when the service stops before that. */
    begun: running.then(() => undefined),
    /** Takes no more jobs, and waits up to ten seconds for running ones. */
    async stop() {
      stopping.abort();
      await (await running)?.stop({ graceful: true });
    },
  };
}

interface StartOptions {
  jobs: readonly Job[];
  log: Log;
  signal: AbortSignal;
}

async function start(connection: Connection, { jobs, log, signal }: StartOptions): Promise<Boss | undefined> {
  await sleep(start_delay_ms, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    const opened = await openBoss(connection, { log, connections, runsJobs: true });
    try {
      await opened.boss.start();
      for (const job of jobs) await startWorker(opened.boss, job, { log, signal });
      return opened;
    } catch (error) {
      log.warn({ reason: sentenceOf(error) }, 'background jobs cannot start yet');
      await opened.stop({ graceful: false });
      await sleep(retry_after_ms, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

async function startWorker(boss: PgBoss, job: Job, { log, signal }: Omit<StartOptions, 'jobs'>): Promise<void> {
  const { name, cron, longRunning, work } = job;
  await boss.createQueue(name, queueOf(job));
  const send = (other: string, data: JobData) => boss.send(other, data, { singletonKey: data.merchant_id ?? '' });
  const localConcurrency = longRunning?.at_once ?? 1;
  await boss.work<JobData | null>(name, { ...polling, localConcurrency }, async ([found]) => {
    try {
      await work(found?.data ?? {}, send, signal);
    } catch (error) {
      log.warn({ job: name, err: error }, 'a job failed, and is tried again');
      // The merchant sees the stored error: one sentence, without internals.
      throw new Error(sentenceOf(error));
    }
  });
  if (cron !== undefined) await boss.schedule(name, cron, null, { tz: 'UTC' });
}
