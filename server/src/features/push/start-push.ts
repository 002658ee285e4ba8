import { createCoalescer } from '../../core/concurrency/coalescer.ts';
import { createFairQueue } from '../../core/concurrency/fair-queue.ts';
import { type Deliverer, deliverSome } from './deliver-messages.ts';
import { listRegisteredMerchants } from './queries.ts';
import { queueMessages } from './queue-messages.ts';

/** A poll finds messages that wait for a retry and, if there are other processes, their events. */
const pollIntervalOf = (isAlone: boolean) => (isAlone ? 15_000 : 3_000);
/** Merchants whose messages are sent at the same time. Others wait for a turn, which is one batch. */
const merchants_at_once = 16;

/** Sends push messages soon after their events are committed, until it is stopped. */
export function startPush(services: Omit<Deliverer, 'signal'> & { isAlone: boolean }) {
  const { database, clock, log } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  let registered = new Set<string>();
  const logFailure = (error: unknown) => log.warn({ err: error }, 'push messages failed and are retried later');
  const turns = createFairQueue({
    atOnce: () => merchants_at_once,
    waitingAtMost: Number.POSITIVE_INFINITY,
    waitingOfKeyAtMost: Number.POSITIVE_INFINITY,
    createError: () => new Error('the queue is full'),
  });
  const deliverInTurn = (merchant_id: string): Promise<boolean> =>
    turns.run(merchant_id, async () => !signal.aborted && (await deliverSome({ ...services, signal }, merchant_id)));
  const deliveries = createCoalescer(async (merchant_id) => {
    try {
      while (await deliverInTurn(merchant_id));
    } catch (error) {
      logFailure(error);
    }
  });
  const merchants = createCoalescer(async (merchant_id) => {
    if (signal.aborted) return;
    try {
      await queueMessages(database, merchant_id, clock.now());
      void deliveries.run(merchant_id);
    } catch (error) {
      logFailure(error);
    }
  });

  /** Does not wait for the deliveries: those of one merchant may take long. */
  async function pollMerchants(): Promise<void> {
    registered = new Set((await listRegisteredMerchants(database.global)).map(({ merchant_id }) => merchant_id));
    for (const merchant_id of registered) if (!signal.aborted) await merchants.run(merchant_id);
  }

  let timer: NodeJS.Timeout | undefined;
  let polling = Promise.resolve();
  const poll = () => {
    polling = pollMerchants()
      .catch(logFailure)
      .then(() => {
        if (!signal.aborted) timer = setTimeout(poll, pollIntervalOf(services.isAlone));
      });
  };
  poll();
  database.onEmitted((merchant_id) => {
    if (registered.has(merchant_id) && !signal.aborted) void merchants.run(merchant_id);
  });

  return {
    /** Ends the running attempts, whose messages are sent after the next start. */
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all([polling, merchants.idle()]);
      await deliveries.idle();
    },
  };
}
