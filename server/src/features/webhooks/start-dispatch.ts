import type { Clock } from '../../core/clock.ts';
import { createCoalescer } from '../../core/concurrency/coalescer.ts';
import type { Database } from '../../platform/database/handle.ts';
import { reachability } from '../../platform/outbound/addresses.ts';
import { createPostOutside, type PostOutside } from '../../platform/outbound/post-outside.ts';
import { numberCommitted } from '../events/number-events.ts';
import { type Deliverer, deliverEvents } from './deliver-events.ts';
import { listDueEndpoints, listMerchants, releaseEndpoints } from './dispatch-queries.ts';
import { createWorkQueue, type WorkQueue } from './work-queue.ts';

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

/** A poll finds events of other processes. */
const poll_interval_ms = 1_000;
const max_stop_ms = 10_000;
/** How many endpoints are served at the same time, and how many of one merchant. */
const queue_limits = { at_once: 16, per_owner: 4 };

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
  const logErrors = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, 'webhook delivery failed and is retried later'),
    );
  const queue = createWorkQueue(queue_limits);
  const deliverer = { database, clock, post: postOutsideOf(services), signal, secret, cdn_url: cdnUrlOf(services) };
  const dispatch = createDispatcher(deliverer, queue, logErrors);
  /** Merchants with endpoints, as of the last poll. */
  let merchants = new Set<string>();
  /** The embedded database has a single process. It has just started, so leases are left from an earlier one. */
  let hasStaleLeases = services.config.database_url === undefined;

  async function pollMerchants(): Promise<void> {
    merchants = new Set((await listMerchants(database.global)).map(({ merchant_id }) => merchant_id));
    if (hasStaleLeases) for (const merchant_id of merchants) await releaseEndpoints(database.reader(merchant_id));
    hasStaleLeases = false;
    for (const merchant_id of merchants) await logErrors(dispatch(merchant_id));
  }

  let timer: NodeJS.Timeout | undefined;
  const poll = () =>
    logErrors(pollMerchants()).then(() => {
      if (!signal.aborted) timer = setTimeout(poll, poll_interval_ms);
    });
  void poll();
  database.onEmitted((merchant_id) => {
    if (merchants.has(merchant_id)) void logErrors(dispatch(merchant_id));
  });

  return {
    /** Starts no more deliveries, and waits for the running ones. */
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      const timeout = new Promise((resolve) => setTimeout(resolve, max_stop_ms).unref());
      await Promise.race([queue.idle(), timeout]);
    },
  };
}

type LogErrors = (work: Promise<unknown>) => Promise<void>;

/** Queues each endpoint of a merchant that has something to deliver. */
function createDispatcher(deliverer: Deliverer, queue: WorkQueue, logErrors: LogErrors) {
  /**
   * The number of calls per merchant. If it grew while events were delivered to an endpoint, there are new events, and
   * the endpoint is queued again at once.
   */
  const calls = new Map<string, number>();
  const count = (merchant_id: string) => calls.get(merchant_id) ?? 0;
  const dispatch = (merchant_id: string): Promise<void> => {
    calls.set(merchant_id, count(merchant_id) + 1);
    return merchants.run(merchant_id);
  };
  const merchants = createCoalescer(async (merchant_id) => {
    if (deliverer.signal.aborted) return;
    await numberCommitted(deliverer.database, merchant_id);
    const due = await listDueEndpoints(deliverer.database.reader(merchant_id), deliverer.clock.now());
    for (const { id: endpoint_id } of due) {
      queue.add(endpoint_id, merchant_id, async () => {
        const before = count(merchant_id);
        const delivering = deliverEvents(deliverer, { merchant_id, endpoint_id }).then((isDone) => {
          // An unfinished endpoint is queued again, after the waiting ones.
          if (!isDone || count(merchant_id) !== before) setImmediate(() => logErrors(dispatch(merchant_id)));
        });
        await logErrors(delivering);
      });
    }
  });
  return dispatch;
}
