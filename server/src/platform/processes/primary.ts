import cluster, { type Address, type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedDatabase } from '../database/open.ts';

interface Log {
  warn(fields: object, message: string): void;
}

interface WorkersOptions {
  count: number;
  /** The database that the primary has opened. */
  database: SharedDatabase;
  log: Log;
  /** Settles if the service is stopped during its start. */
  stopSignal: Promise<unknown>;
  /** How long a worker may take to stop before it is killed. */
  stops_within_ms: number;
}

/** The processes that serve requests, supervised until they are stopped. */
export interface Workers {
  /** Undefined if they were stopped before all of them listened. */
  readonly address: string | undefined;
  stop(): Promise<void>;
}

/** A worker that ends sooner than this after its start is replaced after a delay, which doubles each time. */
const stable_after_ms = 10_000;
const restartDelay = { shortest_ms: 100, longest_ms: 10_000 };

/**
 * How long to wait before a worker that has ended is replaced.
 * @param before_ms the wait before the one that has ended
 */
export const nextDelay_ms = (before_ms: number, ran_ms: number): number =>
  ran_ms > stable_after_ms ? 0 : Math.min(Math.max(before_ms * 2, restartDelay.shortest_ms), restartDelay.longest_ms);

/** @throws Error if a worker ends before it listens; the worker has written the reason */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { count, database, log, stopSignal, stops_within_ms } = options;
  const running = new Set<Worker>();
  const supervised: Promise<void>[] = [];
  const stopping = new AbortController();

  /** Starts a worker, and gives it the database, for which it waits. Resolves when it has exited. */
  function runWorker(onListening: (address: Address) => void): Promise<{ worker: number; reason: string }> {
    const worker = cluster.fork();
    running.add(worker);
    worker.send({ connection: database.connection, data: database.data }, () => undefined);
    worker.once('listening', onListening);
    return new Promise((resolve) => {
      worker.on('error', (error) => log.warn({ err: error, worker: worker.id }, 'a worker cannot be reached'));
      worker.once('exit', (code, signal) => {
        running.delete(worker);
        resolve({ worker: worker.id, reason: `it ended with ${signal ?? code}` });
      });
    });
  }

  /** Keeps one worker running: replaces it when it exits. */
  async function superviseWorker(
    onListening: (address: Address) => void,
    onStartFailed: (error: Error) => void,
  ): Promise<void> {
    let delay_ms = 0;
    let hasListened = false;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const { worker, reason } = await runWorker((address) => {
        hasListened = true;
        onListening(address);
      });
      if (stopping.signal.aborted) return;
      if (!hasListened) return onStartFailed(new Error(`worker ${worker} could not start: ${reason}`));
      delay_ms = nextDelay_ms(delay_ms, performance.now() - startedAt);
      log.warn({ worker, reason, wait_ms: delay_ms }, 'a worker ended by itself; another takes its place');
      await sleep(delay_ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const startWorker = () =>
    new Promise<Address>((resolve, reject) => supervised.push(superviseWorker(resolve, reject)));

  async function startAll(): Promise<string> {
    // The first one alone, so that a wrong setting is reported once.
    const { address, port, addressType } = await startWorker();
    await Promise.all(Array.from({ length: count - 1 }, startWorker));
    return `http://${addressType === 6 ? `[${address}]` : address}:${port}`;
  }

  async function stop(): Promise<void> {
    stopping.abort();
    for (const worker of running) worker.process.kill('SIGTERM');
    const deadline = setTimeout(() => {
      for (const worker of running) {
        log.warn({ worker: worker.id }, 'a worker did not stop in time, and is ended');
        worker.process.kill('SIGKILL');
      }
    }, stops_within_ms);
    await Promise.all(supervised);
    clearTimeout(deadline);
  }

  try {
    return { address: await Promise.race([startAll(), stopSignal.then(() => undefined)]), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
