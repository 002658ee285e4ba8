/** Work that arrives while other work of its lane is under way, and is then done together. */
export interface Lanes<Item, Outcome> {
  /** Waits for what is under way in the lane, is done with whatever else waits there, and comes to an outcome of its own. */
  join(lane: string, item: Item): Promise<Outcome>;
}

interface Waiting<Item, Outcome> {
  item: Item;
  outcome: PromiseWithResolvers<Outcome>;
}

interface LanesOptions<Item> {
  /** So many are done together at most; the others wait for the next time. */
  atMost: number;
  /** How much work one is; 1 each when left out. */
  weigh?: (item: Item) => number;
  /** So much work is done together at most, unless one alone is more. */
  weightAtMost?: number;
}

/**
 * Each lane does one piece of work at a time. Who comes first is begun with at once: nobody waits for company, it gathers by itself while others are served. Lanes do not
 * wait for each other.
 * @param work an outcome for each item, in their order; when it fails it has failed for all of them
 */
export function openLanes<Item, Outcome>(
  work: (lane: string, items: readonly Item[]) => Promise<readonly Outcome[]>,
  { atMost, weigh = () => 1, weightAtMost = Number.POSITIVE_INFINITY }: LanesOptions<Item>,
): Lanes<Item, Outcome> {
  const lanes = new Map<string, Waiting<Item, Outcome>[]>();

  function countTogether(waiting: readonly Waiting<Item, Outcome>[]): number {
    let weight = 0;
    const tooMany = waiting.findIndex(({ item }, index) => {
      weight += weigh(item);
      return index === atMost || (index > 0 && weight > weightAtMost);
    });
    return tooMany === -1 ? waiting.length : tooMany;
  }

  async function serve(lane: string, waiting: Waiting<Item, Outcome>[]): Promise<void> {
    while (waiting.length > 0) {
      const served = waiting.splice(0, countTogether(waiting));
      try {
        const outcomes = await work(
          lane,
          served.map(({ item }) => item),
        );
        if (outcomes.length !== served.length) throw new Error(`${served.length} items came to ${outcomes.length} outcomes`);
        for (const [index, { outcome }] of served.entries()) outcome.resolve(outcomes[index] as Outcome);
      } catch (error) {
        for (const { outcome } of served) outcome.reject(error);
      }
    }
    lanes.delete(lane);
  }

  return {
    join(lane, item) {
      const outcome = Promise.withResolvers<Outcome>();
      const waiting = lanes.get(lane);
      if (waiting !== undefined) waiting.push({ item, outcome });
      else {
        const first = [{ item, outcome }];
        lanes.set(lane, first);
        void serve(lane, first);
      }
      return outcome.promise;
    },
  };
}
