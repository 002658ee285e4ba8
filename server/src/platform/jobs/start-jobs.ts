import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { sentenceOf } from '../../core/sentence.ts';
import type { Connection } from '../database/connection.ts';
import type { Job, Order } from './job.ts';
import { openBoss, queueOf } from './open-boss.ts';

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

/** Runs jobs until it is stopped. If it cannot start, it logs that and tries again, while the service continues. */
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
    const boss = await openBoss(connection, { log, connections });
    try {
      await boss.start();
      for (const job of jobs) await attend(boss, job, { log, signal });
      return boss;
    } catch (error) {
      log.warn({ reason: sentenceOf(error) }, 'background jobs cannot begin yet');
      await boss.stop({ graceful: false }).catch(() => undefined);
      await sleep(again_after_ms, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

async function attend(boss: PgBoss, job: Job, { log, signal }: Omit<Beginning, 'jobs'>): Promise<void> {
  const { name, cron, lasting, work } = job;
  await boss.createQueue(name, queueOf(job));
  const send = (other: string, order: Order) => boss.send(other, order, { singletonKey: order.merchant_id ?? '' });
  const polling = { pollingIntervalSeconds: 2, burstWhenReadyExceeds: 1, localConcurrency: lasting?.at_once ?? 1 };
  await boss.work<Order | null>(name, polling, async ([found]) => {
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
