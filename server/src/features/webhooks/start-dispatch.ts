import type { Database } from '../../db/handle.ts';
import type { Clock } from '../../kernel/clock.ts';
import { reachability } from '../../outside/addresses.ts';
import { createPostOutside, type PostOutside } from '../../outside/post-outside.ts';
import { numberCommitted } from '../events/number-events.ts';
import { type Deliverer, deliverEvents } from './deliver-events.ts';
import { listDueEndpoints, listMerchants, releaseEndpoints } from './dispatch-queries.ts';

interface Log {
  warn(fields: object, message: string): void;
}

interface House {
  database: Database;
  clock: Clock;
  secret: string;
  config: { webhook_allow_private: readonly string[]; database_url: string | undefined };
}

/** What happened in another process is heard of by looking. */
const look_every_ms = 1_000;
const endpoints_at_once = 16;
const stopping_at_most_ms = 10_000;

export const postOutsideOf = ({ config }: { config: Pick<House['config'], 'webhook_allow_private'> }): PostOutside =>
  createPostOutside(reachability(config.webhook_allow_private));

/** Delivers what happens to whoever asked to hear of it, as soon as it is committed, until it is stopped. */
export function startDispatch(house: House, log: Log) {
  const stopping = new AbortController();
  const { database, clock, secret } = house;
  const by: Deliverer = { database, clock, secret, post: postOutsideOf(house), signal: stopping.signal };
  /** Those with endpoints, as of the last look. */
  let merchants = new Set<string>();
  /** The embedded database has one process: this one, just begun. */
  let mayBeHeld = house.config.database_url === undefined;
  const looking = new Map<string, { again: boolean }>();
  const busy = new Map<string, Promise<void>>();

  const guard = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, 'webhooks were put off'),
    );

  async function look(merchant_id: string): Promise<void> {
    if (stopping.signal.aborted) return;
    const under_way = looking.get(merchant_id);
    if (under_way !== undefined) {
      under_way.again = true;
      return;
    }
    const mine = { again: true };
    looking.set(merchant_id, mine);
    try {
      while (mine.again) {
        mine.again = false;
        await numberCommitted(database, merchant_id);
        for (const { id } of await listDueEndpoints(database.reader(merchant_id), clock.now())) deliver(merchant_id, id);
      }
    } finally {
      looking.delete(merchant_id);
    }
  }

  function deliver(merchant_id: string, endpoint_id: string): void {
    if (busy.has(endpoint_id) || busy.size >= endpoints_at_once || stopping.signal.aborted) return;
    busy.set(
      endpoint_id,
      guard(deliverEvents(by, { merchant_id, endpoint_id })).finally(() => busy.delete(endpoint_id)),
    );
  }

  async function lookEverywhere(): Promise<void> {
    const found = await listMerchants(database.global);
    merchants = new Set(found.map(({ merchant_id }) => merchant_id));
    // From another place each time: so that the last do not wait for ever behind slow ones.
    const order = [...merchants].sort(() => Math.random() - 0.5);
    if (mayBeHeld) for (const merchant_id of order) await releaseEndpoints(database.reader(merchant_id));
    mayBeHeld = false;
    for (const merchant_id of order) await guard(look(merchant_id));
  }

  let timer: NodeJS.Timeout | undefined;
  const turn = () =>
    guard(lookEverywhere()).then(() => {
      if (!stopping.signal.aborted) timer = setTimeout(turn, look_every_ms);
    });
  turn();
  database.onTold((merchant_id) => {
    if (merchants.has(merchant_id)) guard(look(merchant_id));
  });

  return {
    /** Begins no more deliveries, and waits for those under way. */
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      const late = new Promise((resolve) => setTimeout(resolve, stopping_at_most_ms).unref());
      await Promise.race([Promise.all(busy.values()), late]);
    },
  };
}
