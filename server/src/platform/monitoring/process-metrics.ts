import cluster, { type Worker } from 'node:cluster';
import { on } from 'node:events';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { AppError } from '../../core/errors.ts';

/**
 * With several workers, any of them may be asked for the metrics. It asks the primary, which asks all workers.
 * prom-client's own messages (`clusterMetrics`) would leave out the primary, and fail while a worker starts or ends.
 */
interface Message {
  ask?: 'own metrics' | 'all metrics';
  own?: object[];
  all?: string;
}

/** A worker that does not answer is left out. */
const worker_within_ms = 2_000;
const primary_within_ms = 5_000;

/** In the primary: answers workers with the sum of their metrics and its own. @returns the number of workers in it */
export function sumProcessMetrics(own: Registry): { workers(): number } {
  let workers = 0;
  cluster.on('message', async (asking: Worker, { ask }: Message) => {
    if (ask !== 'all metrics') return;
    const answers = await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && readOwn(worker)));
    const values = answers.filter((answer) => answer !== undefined);
    workers = values.length;
    const all = await AggregatorRegistry.aggregate([await own.getMetricsAsJSON(), ...values] as object[]).metrics();
    asking.send({ all } satisfies Message, ignore);
  });
  return { workers: () => workers };
}

/** In a worker: gives its own metrics to the primary. @returns a function that reads those of all processes */
export function shareProcessMetrics(own: Registry): () => Promise<string> {
  process.on('message', async ({ ask }: Message) => {
    if (ask === 'own metrics') process.send?.({ own: await own.getMetricsAsJSON() } satisfies Message);
  });
  const readAll = async () => {
    process.send?.({ ask: 'all metrics' } satisfies Message);
    const all = await nextAnswer(process, 'all', primary_within_ms);
    if (all === undefined) throw new AppError('UNAVAILABLE', 'The metrics of the other processes cannot be read');
    return all;
  };
  let running: Promise<string> | undefined;
  return () => {
    running ??= readAll().finally(() => {
      running = undefined;
    });
    return running;
  };
}

function readOwn(worker: Worker): Promise<object[] | undefined> {
  worker.send({ ask: 'own metrics' } satisfies Message, ignore);
  return nextAnswer(worker, 'own', worker_within_ms);
}

/** The next answer of a process; undefined if it ends or takes too long. An answer of an earlier reading is as good. */
async function nextAnswer<Name extends 'own' | 'all'>(
  from: Worker | NodeJS.Process,
  name: Name,
  within_ms: number,
): Promise<Message[Name] | undefined> {
  try {
    for await (const [message] of on(from, 'message', { signal: AbortSignal.timeout(within_ms), close: ['exit'] })) {
      const answer = (message as Message)[name];
      if (answer !== undefined) return answer;
    }
  } catch {
    // The time is over.
  }
  return undefined;
}

/** The exit of a process is observed by its owner. */
const ignore = () => undefined;
