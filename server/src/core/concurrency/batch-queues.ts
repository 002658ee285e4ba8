import type { StartGate } from './start-gate.ts';

/** Queues whose items are processed in batches. Items that arrive while a batch runs are in the next one. */
export interface BatchQueues<Item, Outcome> {
  /** Adds an item to a queue. @returns its outcome, when its batch has ended */
  add(queue: string, item: Item): Promise<Outcome>;
}

interface QueuedItem<Item, Outcome> {
  item: Item;
  outcome: PromiseWithResolvers<Outcome>;
}

interface BatchQueuesOptions<Item> {
  /** The largest batch; further items wait for the next one. */
  atMost: number;
  /** The weight of an item; 1 when left out. */
  weigh?: (item: Item) => number;
  /** The largest weight of a batch, unless a single item is heavier. */
  weightAtMost?: number;
  /** If this many items wait, a second batch starts while the first one runs; by default never. */
  secondBatchFrom?: number;
  /** Starts each batch, at once or after a wait; a batch has the items that have arrived until then. */
  start?: StartGate['run'];
}

interface Queue<Item, Outcome> {
  waiting: QueuedItem<Item, Outcome>[];
  running: number;
}

/**
 * Each queue runs one batch at a time, or two if many items wait. The first item runs at once: items are collected only
 * while a batch runs. Queues do not wait for each other, except for what `start` waits.
 * @param work returns one outcome for each item, in their order; if it throws, all items of the batch fail
 */
export function createBatchQueues<Item, Outcome>(
  work: (queue: string, items: readonly Item[]) => Promise<readonly Outcome[]>,
  {
    atMost,
    weigh = () => 1,
    weightAtMost = Number.POSITIVE_INFINITY,
    secondBatchFrom = Number.POSITIVE_INFINITY,
    start = (batch) => batch(),
  }: BatchQueuesOptions<Item>,
): BatchQueues<Item, Outcome> {
  const queues = new Map<string, Queue<Item, Outcome>>();

  function countBatch(waiting: readonly QueuedItem<Item, Outcome>[]): number {
    let weight = 0;
    const tooMany = waiting.findIndex(({ item }, index) => {
      weight += weigh(item);
      return index === atMost || (index > 0 && weight > weightAtMost);
    });
    return tooMany === -1 ? waiting.length : tooMany;
  }

  async function runBatches(name: string, queue: Queue<Item, Outcome>): Promise<void> {
    queue.running += 1;
    while (queue.waiting.length > 0)
      await start(() => runBatch(name, queue.waiting.splice(0, countBatch(queue.waiting))));
    queue.running -= 1;
    if (queue.running === 0) queues.delete(name);
  }

  async function runBatch(name: string, batch: readonly QueuedItem<Item, Outcome>[]): Promise<void> {
    // While this batch waited for its start, another one of its queue took the items.
    if (batch.length === 0) return;
    try {
      const outcomes = await work(
        name,
        batch.map(({ item }) => item),
      );
      if (outcomes.length !== batch.length) throw new Error(`${batch.length} items had ${outcomes.length} outcomes`);
      for (const [index, { outcome }] of batch.entries()) outcome.resolve(outcomes[index] as Outcome);
    } catch (error) {
      for (const { outcome } of batch) outcome.reject(error);
    }
  }

  return {
    add(name, item) {
      const outcome = Promise.withResolvers<Outcome>();
      const queue = queues.get(name) ?? { waiting: [], running: 0 };
      queue.waiting.push({ item, outcome });
      queues.set(name, queue);
      const needsSecondBatch = queue.running === 1 && queue.waiting.length >= secondBatchFrom;
      if (queue.running === 0 || needsSecondBatch) void runBatches(name, queue);
      return outcome.promise;
    },
  };
}
