import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricValues } from '../context/services.ts';
import { memoryCounters } from '../counters/counters.ts';
import { type Channel, openChannel, type SharedDatabase } from './channel.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface WorkersOptions {
  count: number;
  database: SharedDatabase;
  log: Log;
  /** Settles if the service is stopped during its start. */
  stopSignal: Promise<unknown>;
  /** Called with the merchants whose events a worker has committed. */
  onCommitted(merchant_ids: readonly string[]): void;
  /** How long a worker may take to stop before it is killed. */
  stops_within_ms: number;
}

/** The processes that serve requests, supervised until they are stopped. */
export interface Workers {
  /** The current number of workers. */
  count(): number;
  /** Their address; undefined if they were stopped before all of them listened. */
  readonly address: string | undefined;
  /** Sets the function that merges the metrics of the workers into one text. */
  mergeMetricsBy(merge: (values: MetricValues[]) => Promise<string>): void;
  /** Tells all workers which merchants have new events. */
  broadcastCommitted(merchant_ids: readonly string[]): void;
  stop(): Promise<void>;
}

/** A worker that ends sooner than this after its start is replaced after a delay, which doubles each time. */
const stable_after_ms = 10_000;
const restartDelay = { shortest_ms: 100, longest_ms: 10_000 };
const metrics_within_ms = 2_000;

/** @throws Error with the message of a worker that could not start */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { count, database, log, stopSignal, onCommitted, stops_within_ms } = options;
  const channels = new Map<Worker, Channel>();
  const counters = memoryCounters();
  const stopping = new AbortController();
  let mergeMetrics: (values: MetricValues[]) => Promise<string> = async () => '';
  const channelsExcept = (excluded?: Worker) =>
    [...channels].flatMap(([worker, channel]) => (worker === excluded ? [] : [channel]));
  const broadcastCommitted = (merchant_ids: readonly string[], from?: Worker) => {
    for (const channel of channelsExcept(from)) channel.notify('eventsCommitted', merchant_ids);
  };

  async function readMetrics(): Promise<string> {
    const timeout = new Promise<MetricValues>((resolve) => setTimeout(resolve, metrics_within_ms, []).unref());
    const responses = channelsExcept().map((channel) => channel.request('readMetrics', null).catch(() => []));
    return mergeMetrics(
      (await Promise.all(responses.map((response) => Promise.race([response, timeout])))) as MetricValues[],
    );
  }

  /** Starts a worker. Resolves when it has exited. */
  function runWorker(onListening: (address: string) => void): Promise<{ worker: number; reason: string }> {
    const worker = cluster.fork();
    let startError: string | undefined;
    const channel = openChannel(worker, {
      openDatabase: () => database,
      count: ({ keys, length_s }) => Promise.all(keys.map((key) => counters.hit(key, length_s))),
      readMetrics,
      async invalidate(invalidated) {
        await Promise.allSettled(channelsExcept(worker).map((other) => other.request('invalidate', invalidated)));
        return null;
      },
      eventsCommitted(merchant_ids) {
        onCommitted(merchant_ids);
        broadcastCommitted(merchant_ids, worker);
        return null;
      },
      listening(address) {
        onListening(address);
        return null;
      },
      startFailed(message) {
        startError = message;
        return null;
      },
    });
    channels.set(worker, channel);
    return new Promise((resolve) => {
      worker.on('error', (error) => log.warn({ err: error, worker: worker.id }, 'a worker cannot be reached'));
      worker.once('exit', (code, signal) => {
        channels.delete(worker);
        channel.close();
        resolve({ worker: worker.id, reason: startError ?? `it ended with ${signal ?? code}` });
      });
    });
  }

  /** Keeps one worker running: replaces it when it exits. */
  async function superviseWorker(
    onListening: (address: string) => void,
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
      if (!hasListened) return onStartFailed(new Error(reason));
      const wasStable = performance.now() - startedAt > stable_after_ms;
      delay_ms = wasStable ? 0 : Math.min(Math.max(delay_ms * 2, restartDelay.shortest_ms), restartDelay.longest_ms);
      log.warn({ worker, reason, wait_ms: delay_ms }, 'a worker ended by itself; another takes its place');
      await sleep(delay_ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const supervised: Promise<void>[] = [];
  async function stop(): Promise<void> {
    stopping.abort();
    for (const channel of channels.values()) channel.notify('stop', null);
    const deadline = setTimeout(() => {
      for (const worker of channels.keys()) {
        log.warn({ worker: worker.id }, 'a worker did not stop in time, and is ended');
        worker.process.kill('SIGKILL');
      }
    }, stops_within_ms);
    await Promise.all(supervised);
    clearTimeout(deadline);
  }

  const listening = Array.from(
    { length: count },
    () => new Promise<string>((resolve, reject) => supervised.push(superviseWorker(resolve, reject))),
  );
  try {
    const [address] = await Promise.race([Promise.all(listening), stopSignal.then(() => [undefined])]);
    return {
      count: () => channels.size,
      address,
      mergeMetricsBy(merge) {
        mergeMetrics = merge;
      },
      broadcastCommitted: (merchant_ids) => broadcastCommitted(merchant_ids),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
