import type { PgBoss } from 'pg-boss';
import { AppError } from '../../core/errors.ts';
import { no_merchant_id } from '../../core/ids.ts';
import type { Connection } from '../database/connection.ts';
import type { Handle } from '../database/handle.ts';
import { givenStatement } from '../database/statement.ts';
import type { Job, Order } from './job.ts';
import { openBoss, queueOf } from './open-boss.ts';

/** Asks for jobs from where requests are answered. The process that does them may be another one. */
export interface JobQueue {
  /** Belongs before the transaction: the first one opens a connection. @throws AppError UNAVAILABLE */
  prepare(job: Pick<Job, 'name' | 'lasting'>): Promise<void>;
  /**
   * Asks for a prepared job by this handle: inside a transaction the job is there when it is committed. A job of this name and merchant that
   * has not begun yet takes its place.
   */
  send(db: Handle, name: string, order: Order, options?: { after_s?: number }): Promise<void>;
  close(): Promise<void>;
}

/** Jobs are done within seconds of a start; who asks before that tries again. */
const retry_after_s = 5;

export function openJobQueue(connection: Connection, log: { warn(fields: object, message: string): void }): JobQueue {
  let opening: Promise<PgBoss> | undefined;
  const prepared = new Map<string, Promise<unknown>>();

  const open = (): Promise<PgBoss> => {
    // Only asks: what is done at certain times, and cleaning up, is left to the process that does the jobs.
    opening ??= openBoss(connection, { log, connections: 1, settings: { supervise: false, schedule: false } }).then((boss) => boss.start());
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };

  return {
    async prepare({ name, ...job }) {
      let ready = prepared.get(name);
      if (ready === undefined) {
        ready = open().then(async (boss) => {
          await boss.createQueue(name, queueOf(job));
          // With the first call that names a queue the library reads how it is kept. That must not come inside a transaction.
          await boss.findJobs(name, { id: no_merchant_id });
        });
        prepared.set(name, ready);
        ready.catch(() => prepared.delete(name));
      }
      try {
        await ready;
      } catch (cause) {
        throw new AppError('UNAVAILABLE', 'Work in the background cannot be asked for right now, try again later', [], {
          retry_after_s,
          cause,
        });
      }
    },
    async send(db, name, order, { after_s } = {}) {
      const executeSql = async (text: string, values: unknown[] = []) => ({ rows: await db.many(givenStatement<never>(text, values)) });
      const boss = await open();
      await boss.send(name, order, {
        singletonKey: order.merchant_id ?? '',
        db: { executeSql },
        ...(after_s === undefined ? {} : { startAfter: after_s }),
      });
    },
    async close() {
      const boss = await opening?.catch(() => undefined);
      await boss?.stop({ graceful: false });
    },
  };
}
