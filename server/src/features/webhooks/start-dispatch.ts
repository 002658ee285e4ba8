import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../platform/database/handle.ts';
import { reachability } from '../../platform/outbound/addresses.ts';
import { createPostOutside, type PostOutside } from '../../platform/outbound/post-outside.ts';
import { numberCommitted } from '../events/number-events.ts';
import { type Deliverer, deliverEvents } from './deliver-events.ts';
import { listDueEndpoints, listMerchants, releaseEndpoints } from './dispatch-queries.ts';
import { createTurns, type Turns } from './take-turns.ts';

interface Log {
  warn(fields: object, message: string): void;
}

interface DispatchServices {
  database: Database;
  clock: Clock;
  secret: string;
  config: {
    webhook_allow_private: readonly string[];
    database_url: string | undefined;
    cdn_url: string | undefined;
    public_url: string | undefined;
    host: string;
    port: number;
  };
}

/** Events of other processes are found by polling. */
const look_every_ms = 1_000;
const stopping_at_most_ms = 10_000;
/** The endpoints served at the same time, and how many of them for one merchant. */
const turns_at_once = { at_once: 16, for_each: 4 };

export const postOutsideOf = ({
  config,
}: {
  config: Pick<DispatchServices['config'], 'webhook_allow_private'>;
}): PostOutside => createPostOutside(reachability(config.webhook_allow_private));

/** The base address of files for a receiver: as configured, or the service's own address. */
export const cdnUrlOf = ({ config: { cdn_url, public_url, host, port } }: Pick<DispatchServices, 'config'>): string =>
  cdn_url ?? `${public_url ?? `http://${host}:${port}`}/cdn`;

/** Delivers events to endpoints as soon as they are committed, until stopped. */
export function startDispatch(services: DispatchServices, log: Log) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { database, clock, secret } = services;
  const guard = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, 'webhook delivery failed and is retried later'),
    );
  const turns = createTurns(turns_at_once);
  const by = { database, clock, post: postOutsideOf(services), signal, secret, cdn_url: cdnUrlOf(services) };
  const look = createLook(by, turns, guard);
  /** Merchants with endpoints, as of the last poll. */
  let merchants = new Set<string>();
  /** The embedded database has a single process, this one, which has just started: leases are left over from before. */
  let mayBeHeld = services.config.database_url === undefined;

  async function lookEverywhere(): Promise<void> {
    merchants = new Set((await listMerchants(database.global)).map(({ merchant_id }) => merchant_id));
    if (mayBeHeld) for (const merchant_id of merchants) await releaseEndpoints(database.reader(merchant_id));
    mayBeHeld = false;
    for (const merchant_id of merchants) await guard(look(merchant_id));
  }

  let timer: NodeJS.Timeout | undefined;
  const begin = () =>
    guard(lookEverywhere()).then(() => {
      if (!signal.aborted) timer = setTimeout(begin, look_every_ms);
    });
  begin();
  database.onEmitted((merchant_id) => {
    if (merchants.has(merchant_id)) guard(look(merchant_id));
  });

  return {
    /** Starts no more deliveries, and waits for the running ones. */
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      const late = new Promise((resolve) => setTimeout(resolve, stopping_at_most_ms).unref());
      await Promise.race([turns.idle(), late]);
    },
  };
}

type Guard = (work: Promise<unknown>) => Promise<void>;

/**
 * Requests a turn for each endpoint of a merchant that has something to deliver. A call during a run makes it run once
 * more.
 */
function createLook(by: Deliverer, turns: Turns, guard: Guard) {
  const looking = new Map<string, { again: boolean }>();
  /**
   * The number of calls per merchant. If it grew during a turn, events arrived meanwhile, and the endpoint is served
   * again at once.
   */
  const asked = new Map<string, number>();
  const count = (merchant_id: string) => asked.get(merchant_id) ?? 0;
  return async function look(merchant_id: string): Promise<void> {
    asked.set(merchant_id, count(merchant_id) + 1);
    const under_way = looking.get(merchant_id);
    if (under_way !== undefined) {
      under_way.again = true;
      return;
    }
    const mine = { again: true };
    looking.set(merchant_id, mine);
    try {
      while (mine.again && !by.signal.aborted) {
        mine.again = false;
        await numberCommitted(by.database, merchant_id);
        for (const { id: endpoint_id } of await listDueEndpoints(by.database.reader(merchant_id), by.clock.now())) {
          turns.ask(endpoint_id, merchant_id, async () => {
            const before = count(merchant_id);
            const delivering = deliverEvents(by, { merchant_id, endpoint_id }).then((isDone) => {
              // An unfinished endpoint requests another turn, behind the waiting ones.
              if (!isDone || count(merchant_id) !== before) setImmediate(() => guard(look(merchant_id)));
            });
            await guard(delivering);
          });
        }
      }
    } finally {
      looking.delete(merchant_id);
    }
  };
}
