import cluster from 'node:cluster';
import type { Invalidated, MetricValues, PeerProcesses } from '../context/services.ts';
import type { Counters } from '../counters/counters.ts';
import type { Window } from '../counters/queries.ts';
import { type Channel, openChannel, type SharedDatabase } from './channel.ts';

/** The connection of a worker to its primary. */
export interface PrimaryConnection {
  /** The number of this worker, which is not used again. */
  readonly worker: number;
  readonly database: SharedDatabase;
  readonly peers: PeerProcesses;
  /** Counts requests in the primary, for all workers together. */
  readonly counters: Counters;
  /** Resolves when the primary stops this worker. */
  readonly stopRequested: Promise<string>;
  /** Tells the other processes which merchants have new events. */
  broadcastCommitted(merchant_ids: readonly string[]): void;
  onCommitted(listener: (merchant_ids: readonly string[]) => void): void;
  /** From now on this worker may receive requests, so a stop lets it finish them. */
  mayReceiveRequests(): void;
  isListening(address: string): void;
  /** Resolves when the primary has received the message. */
  startFailed(message: string): Promise<unknown>;
}

/** The maximum wait for other processes, whose caches expire within a second. */
const invalidated_within_ms = 1_000;

/** Undefined if this process is not a worker. */
export async function connectToPrimary(): Promise<PrimaryConnection | undefined> {
  if (cluster.worker === undefined) return undefined;
  const invalidationListeners: ((invalidated: Invalidated) => void)[] = [];
  const commitListeners: ((merchant_ids: readonly string[]) => void)[] = [];
  let readMetrics: () => Promise<MetricValues> = async () => [];
  let canHaveRequests = false;
  let requestStop: (reason: string) => void;
  const stopRequested = new Promise<string>((resolve) => {
    requestStop = resolve;
  });
  const channel = openChannel(cluster.worker, {
    readMetrics: () => readMetrics(),
    invalidate(invalidated) {
      for (const listener of invalidationListeners) listener(invalidated);
      return null;
    },
    eventsCommitted(merchant_ids) {
      for (const listener of commitListeners) listener(merchant_ids);
      return null;
    },
    stop() {
      // It has received no request yet, so none is lost.
      if (!canHaveRequests) process.exit();
      requestStop('stopped by the primary');
      return null;
    },
  });
  return {
    worker: cluster.worker.id,
    database: await channel.request('openDatabase', null),
    peers: {
      async invalidate(invalidated) {
        const timeout = new Promise((resolve) => setTimeout(resolve, invalidated_within_ms).unref());
        await Promise.race([channel.request('invalidate', invalidated), timeout]);
      },
      onInvalidated: (listener) => invalidationListeners.push(listener),
      readMetrics: async () => String(await channel.request('readMetrics', null)),
      publishMetrics(read) {
        readMetrics = read;
      },
    },
    counters: countInPrimary(channel),
    stopRequested,
    broadcastCommitted: (merchant_ids) => channel.notify('eventsCommitted', merchant_ids),
    onCommitted: (listener) => commitListeners.push(listener),
    mayReceiveRequests() {
      canHaveRequests = true;
    },
    isListening: (address) => channel.notify('listening', address),
    startFailed: (message) => channel.request('startFailed', message),
  };
}

/** Keys of the same turn of the event loop are counted by one message. */
function countInPrimary(channel: Channel): Counters {
  let batch: { keys: string[]; length_s: number; windows: Promise<Window[]> } | undefined;
  return {
    async hit(key, length_s) {
      if (batch === undefined || batch.length_s !== length_s) {
        const keys: string[] = [];
        const windows = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
          if (batch?.keys === keys) batch = undefined;
          return channel.request('count', { keys, length_s });
        });
        batch = { keys, length_s, windows };
      }
      const index = batch.keys.push(key) - 1;
      const window = (await batch.windows)[index];
      if (window === undefined) throw new Error('a request was not counted');
      return window;
    },
  };
}
