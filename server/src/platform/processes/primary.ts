import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from '../context/services.ts';
import { memoryCounters } from '../counters/counters.ts';
import { type Channel, type Joined, openChannel } from './channel.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface WorkersOptions {
  count: number;
  /** The data with which they use the database. */
  joined: Joined;
  log: Log;
  /** Aborted if the service is stopped during its start. */
  told: Promise<unknown>;
  /** Receives the events of workers. */
  hear(merchant_ids: readonly string[]): void;
  /** How long a worker may take to stop before it is killed. */
  stops_within_ms: number;
}

/** The processes that answer requests, supervised until they are stopped. */
export interface Workers {
  /** The current number of workers. */
  count(): number;
  /** Their address; undefined if they were stopped before all of them listened. */
  readonly address: string | undefined;
  /** The metrics of all workers that answer, as one text. */
  onFiguresAsked(sum: (figures: Figures[]) => Promise<string>): void;
  passNews(merchant_ids: readonly string[]): void;
  stop(): Promise<void>;
}

/** One that ended sooner after its start than this is begun again only after a wait, each time twice as long, up to the longest. */
const steady_ms = 10_000;
const wait = { shortest_ms: 100, longest_ms: 10_000 };
const figures_at_most_ms = 2_000;

/** @throws Error with the sentence of a worker that could not begin */
export async function startWorkers({
  count,
  joined,
  log,
  told,
  hear,
  stops_within_ms,
}: WorkersOptions): Promise<Workers> {
  const lines = new Map<Worker, Channel>();
  const counters = memoryCounters();
  const stopping = new AbortController();
  let sum: (figures: Figures[]) => Promise<string> = async () => '';
  const others = (but: Worker | undefined) => [...lines].flatMap(([worker, line]) => (worker === but ? [] : [line]));
  const news = (merchant_ids: readonly string[], from?: Worker) => {
    for (const line of others(from)) line.tell('news', merchant_ids);
  };

  async function figuresOfAll(): Promise<string> {
    const late = new Promise<Figures>((resolve) => setTimeout(resolve, figures_at_most_ms, []).unref());
    const asked = others(undefined).map((line) => line.ask('figures', null).catch(() => []));
    return sum((await Promise.all(asked.map((one) => Promise.race([one, late])))) as Figures[]);
  }

  /** One worker from its beginning to its end. */
  function live(opened: (address: string) => void): Promise<{ worker: number; reason: string }> {
    const worker = cluster.fork();
    let said: string | undefined;
    const line = openChannel(worker, {
      join: () => joined,
      count: ({ keys, length_s }) => Promise.all(keys.map((key) => counters.hit(key, length_s))),
      figures: figuresOfAll,
      async forget(what) {
        await Promise.allSettled(others(worker).map((other) => other.ask('forget', what)));
        return null;
      },
      news(merchant_ids) {
        hear(merchant_ids);
        news(merchant_ids, worker);
        return null;
      },
      listening(address) {
        opened(address);
        return null;
      },
      failed(sentence) {
        said = sentence;
        return null;
      },
    });
    lines.set(worker, line);
    return new Promise((resolve) => {
      worker.on('error', (error) => log.warn({ err: error, worker: worker.id }, 'a worker cannot be reached'));
      worker.once('exit', (code, signal) => {
        lines.delete(worker);
        line.close();
        resolve({ worker: worker.id, reason: said ?? `it ended with ${signal ?? code}` });
      });
    });
  }

  /** Keeps one worker running: one that ends is replaced. */
  async function keep(opened: (address: string) => void, neverOpened: (error: Error) => void): Promise<void> {
    let wait_ms = 0;
    let hasOpened = false;
    while (!stopping.signal.aborted) {
      const since = performance.now();
      const { worker, reason } = await live((address) => {
        hasOpened = true;
        opened(address);
      });
      if (stopping.signal.aborted) return;
      if (!hasOpened) return neverOpened(new Error(reason));
      wait_ms =
        performance.now() - since > steady_ms ? 0 : Math.min(Math.max(wait_ms * 2, wait.shortest_ms), wait.longest_ms);
      log.warn({ worker, reason, wait_ms }, 'a worker ended by itself; another takes its place');
      await sleep(wait_ms, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const places: Promise<void>[] = [];
  async function stop(): Promise<void> {
    stopping.abort();
    for (const line of lines.values()) line.tell('stop', null);
    const late = setTimeout(() => {
      for (const worker of lines.keys()) {
        log.warn({ worker: worker.id }, 'a worker did not stop in time, and is ended');
        worker.process.kill('SIGKILL');
      }
    }, stops_within_ms);
    await Promise.all(places);
    clearTimeout(late);
  }

  const opening = Array.from(
    { length: count },
    () => new Promise<string>((resolve, reject) => places.push(keep(resolve, reject))),
  );
  try {
    const [address] = await Promise.race([Promise.all(opening), told.then(() => [undefined])]);
    return {
      count: () => lines.size,
      address,
      onFiguresAsked(listener) {
        sum = listener;
      },
      passNews: (merchant_ids) => news(merchant_ids),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
