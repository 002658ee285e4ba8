import cluster from 'node:cluster';
import type { Figures, Forgotten, Siblings } from '../context/services.ts';
import type { Counters } from '../counters/counters.ts';
import type { Window } from '../counters/queries.ts';
import { type Channel, type Joined, openChannel } from './channel.ts';

/** A worker's side of the service. */
export interface Membership {
  /** Its number, which no other has had since the start. */
  readonly number: number;
  readonly joined: Joined;
  readonly siblings: Siblings;
  /** Requests counted by the primary, for all workers together. */
  readonly counters: Counters;
  /** Settles when the primary wants this worker to end. */
  readonly toldToStop: Promise<string>;
  /** Passes on at which merchants there is news, and hears of it. */
  passNews(merchant_ids: readonly string[]): void;
  onNews(listener: (merchant_ids: readonly string[]) => void): void;
  /** From now on it receives requests. */
  opens(): void;
  isListening(address: string): void;
  /** Settles when the primary has heard of it. */
  failed(sentence: string): Promise<unknown>;
}

/** The maximum wait for other processes, whose caches expire within a second. */
const patience_ms = 1_000;

/** Undefined where this process is not one of several. */
export async function joinPrimary(): Promise<Membership | undefined> {
  if (cluster.worker === undefined) return undefined;
  const forgetting: ((what: Forgotten) => void)[] = [];
  const hearing: ((merchant_ids: readonly string[]) => void)[] = [];
  let collect: () => Promise<Figures> = async () => [];
  let isOpen = false;
  let stop: (reason: string) => void;
  const toldToStop = new Promise<string>((resolve) => {
    stop = resolve;
  });
  const line = openChannel(cluster.worker, {
    figures: () => collect(),
    forget(what) {
      for (const forget of forgetting) forget(what);
      return null;
    },
    news(merchant_ids) {
      for (const hear of hearing) hear(merchant_ids);
      return null;
    },
    stop() {
      // It has received no request yet, so none is lost.
      if (!isOpen) process.exit();
      stop('told by the primary');
      return null;
    },
  });
  return {
    number: cluster.worker.id,
    joined: await line.ask('join', null),
    siblings: {
      async forget(what) {
        const late = new Promise((resolve) => setTimeout(resolve, patience_ms).unref());
        await Promise.race([line.ask('forget', what), late]);
      },
      onForget: (listener) => forgetting.push(listener),
      figures: async () => String(await line.ask('figures', null)),
      onFiguresAsked(listener) {
        collect = listener;
      },
    },
    counters: countedBy(line),
    toldToStop,
    passNews: (merchant_ids) => line.tell('news', merchant_ids),
    onNews: (listener) => hearing.push(listener),
    opens() {
      isOpen = true;
    },
    isListening: (address) => line.tell('listening', address),
    failed: (sentence) => line.ask('failed', sentence),
  };
}

/** Requests of the same moment are counted by one question. */
function countedBy(line: Channel): Counters {
  let asking: { keys: string[]; length_s: number; windows: Promise<Window[]> } | undefined;
  return {
    async hit(key, length_s) {
      if (asking === undefined || asking.length_s !== length_s) {
        const keys: string[] = [];
        const windows = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
          if (asking?.keys === keys) asking = undefined;
          return line.ask('count', { keys, length_s });
        });
        asking = { keys, length_s, windows };
      }
      const at = asking.keys.push(key) - 1;
      const window = (await asking.windows)[at];
      if (window === undefined) throw new Error('a request was not counted');
      return window;
    },
  };
}
