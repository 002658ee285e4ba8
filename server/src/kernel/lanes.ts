/** Work that arrives while other work of its lane is under way, and is then done together. */
export interface Lanes<Item, Outcome> {
  /** Waits until the lane has room, is done with whatever else waits there, and comes to an outcome of its own. */
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
  /** Where so many wait while others are served, they are begun with beside them; never, when left out. */
  besideFrom?: number;
}

interface Lane<Item, Outcome> {
  waiting: Waiting<Item, Outcome>[];
  underWay: number;
}

/**
 * Each lane does one piece of work at a time, and a second beside it where many wait. Who comes first is begun with at once: nobody waits for company, it gathers by itself while
 * others are served. Lanes do not wait for each other.
 * @param work an outcome for each item, in their order; when it fails it has failed for all of them
 */
export function openLanes<Item, Outcome>(
  work: (lane: string, items: readonly Item[]) => Promise<readonly Outcome[]>,
  { atMost, weigh = () => 1, weightAtMost = Number.POSITIVE_INFINITY, besideFrom = Number.POSITIVE_INFINITY }: LanesOptions<Item>,
): Lanes<Item, Outcome> {
  const lanes = new Map<string, Lane<Item, Outcome>>();

  function countTogether(waiting: readonly Waiting<Item, Outcome>[]): number {
    let weight = 0;
    const tooMany = waiting.findIndex(({ item }, index) => {
      weight += weigh(item);
      return index === atMost || (index > 0 && weight > weightAtMost);
    });
    return tooMany === -1 ? waiting.length : tooMany;
  }

  async function serve(name: string, lane: Lane<Item, Outcome>): Promise<void> {
    lane.underWay += 1;
    while (lane.waiting.length > 0) await serveTogether(name, lane.waiting.splice(0, countTogether(lane.waiting)));
    lane.underWay -= 1;
    if (lane.underWay === 0) lanes.delete(name);
  }

  async function serveTogether(name: string, served: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await work(
        name,
        served.map(({ item }) => item),
      );
      if (outcomes.length !== served.length) throw new Error(`${served.length} items came to ${outcomes.length} outcomes`);
      for (const [index, { outcome }] of served.entries()) outcome.resolve(outcomes[index] as Outcome);
    } catch (error) {
      for (const { outcome } of served) outcome.reject(error);
    }
  }

  return {
    join(name, item) {
      const outcome = Promise.withResolvers<Outcome>();
      const lane = lanes.get(name) ?? { waiting: [], underWay: 0 };
      lane.waiting.push({ item, outcome });
      lanes.set(name, lane);
      const isBesideAnother = lane.underWay === 1 && lane.waiting.length >= besideFrom;
      if (lane.underWay === 0 || isBesideAnother) void serve(name, lane);
      return outcome.promise;
    },
  };
}
