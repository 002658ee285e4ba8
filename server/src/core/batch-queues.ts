/** Queues whose items are worked on in batches: what arrives while a batch runs is in the next one. */
export interface BatchQueues<Item, Outcome> {
  /** Adds an item to a queue. @returns its outcome, after the batch that it was in */
  join(queue: string, item: Item): Promise<Outcome>;
}

interface Waiting<Item, Outcome> {
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
  /** With this many waiting, a second batch starts beside the running one; by default never. */
  besideFrom?: number;
}

interface Queue<Item, Outcome> {
  waiting: Waiting<Item, Outcome>[];
  running: number;
}

/**
 * Each queue runs one batch at a time, and a second one where many items wait. The first item runs at once: a batch
 * gathers only while another one runs. Queues do not wait for each other.
 * @param work one outcome for each item, in their order; when it throws, all items of the batch fail
 */
export function createBatchQueues<Item, Outcome>(
  work: (queue: string, items: readonly Item[]) => Promise<readonly Outcome[]>,
  {
    atMost,
    weigh = () => 1,
    weightAtMost = Number.POSITIVE_INFINITY,
    besideFrom = Number.POSITIVE_INFINITY,
  }: BatchQueuesOptions<Item>,
): BatchQueues<Item, Outcome> {
  const queues = new Map<string, Queue<Item, Outcome>>();

  function countBatch(waiting: readonly Waiting<Item, Outcome>[]): number {
    let weight = 0;
    const tooMany = waiting.findIndex(({ item }, index) => {
      weight += weigh(item);
      return index === atMost || (index > 0 && weight > weightAtMost);
    });
    return tooMany === -1 ? waiting.length : tooMany;
  }

  async function serve(name: string, queue: Queue<Item, Outcome>): Promise<void> {
    queue.running += 1;
    while (queue.waiting.length > 0) await runBatch(name, queue.waiting.splice(0, countBatch(queue.waiting)));
    queue.running -= 1;
    if (queue.running === 0) queues.delete(name);
  }

  async function runBatch(name: string, served: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await work(
        name,
        served.map(({ item }) => item),
      );
      if (outcomes.length !== served.length) throw new Error(`${served.length} items had ${outcomes.length} outcomes`);
      for (const [index, { outcome }] of served.entries()) outcome.resolve(outcomes[index] as Outcome);
    } catch (error) {
      for (const { outcome } of served) outcome.reject(error);
    }
  }

  return {
    join(name, item) {
      const outcome = Promise.withResolvers<Outcome>();
      const queue = queues.get(name) ?? { waiting: [], running: 0 };
      queue.waiting.push({ item, outcome });
      queues.set(name, queue);
      const isBesideAnother = queue.running === 1 && queue.waiting.length >= besideFrom;
      if (queue.running === 0 || isBesideAnother) void serve(name, queue);
      return outcome.promise;
    },
  };
}
