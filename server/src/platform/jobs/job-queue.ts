import { AppError } from '../../core/errors.ts';
import { no_merchant_id } from '../../core/ids.ts';
import type { Connection } from '../database/connection.ts';
import type { Handle } from '../database/handle.ts';
import { statementOf } from '../database/statement.ts';
import type { Job, JobData } from './job.ts';
import { type Boss, openBoss, queueOf } from './open-boss.ts';

/** Queues jobs for requests. Another process may run them. */
export interface JobQueue {
  /**
   * Creates the queue of a job. Call it before the transaction, because it opens a connection.
   * @throws AppError UNAVAILABLE
   */
  prepare(job: Pick<Job, 'name' | 'longRunning'>): Promise<void>;
  /**
   * Queues a prepared job with this handle. Inside a transaction, the job is queued by the commit. Does nothing if a
   * job of this name and merchant is queued and not started.
   */
  send(db: Handle, name: string, data: JobData, options?: { after_s?: number }): Promise<void>;
  close(): Promise<void>;
}

/** The queue opens within seconds of a start. Earlier requests retry. */
const retry_after_s = 5;

interface Log {
  warn(fields: object, message: string): void;
}

/** Opens the library for queueing. Schedules and maintenance belong to the process that runs jobs. */
async function start(connection: Connection, log: Log): Promise<Boss> {
  const opened = await openBoss(connection, { log, connections: 1, runsJobs: false });
  try {
    await opened.boss.start();
    return opened;
  } catch (error) {
    await opened.stop({ graceful: false });
    throw error;
  }
}

export function openJobQueue(connection: Connection, log: Log): JobQueue {
  let opening: Promise<Boss> | undefined;
  const prepared = new Map<string, Promise<unknown>>();

  const open = (): Promise<Boss> => {
    opening ??= start(connection, log);
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };

  return {
    async prepare({ name, ...job }) {
      let ready = prepared.get(name);
      if (ready === undefined) {
        ready = open().then(async ({ boss }) => {
          await boss.createQueue(name, queueOf(job));
          // The library reads the options of a queue with the first call that names it, which must not be inside a
          // transaction.
          await boss.findJobs(name, { id: no_merchant_id });
        });
        prepared.set(name, ready);
        ready.catch(() => prepared.delete(name));
      }
      try {
        await ready;
      } catch (cause) {
        throw new AppError('UNAVAILABLE', 'Background jobs cannot be queued right now, try again later', [], {
          retry_after_s,
          cause,
        });
      }
    },
    async send(db, name, data, { after_s } = {}) {
      const executeSql = async (text: string, values: unknown[] = []) => ({
        rows: await db.many(statementOf<never>(text, values)),
      });
      const { boss } = await open();
      await boss.send(name, data, {
        singletonKey: data.merchant_id ?? '',
        db: { executeSql },
        ...(after_s === undefined ? {} : { startAfter: after_s }),
      });
    },
    async close() {
      const opened = await opening?.catch(() => undefined);
      await opened?.stop({ graceful: false });
    },
  };
}
