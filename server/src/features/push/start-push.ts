import { createCoalescer } from '../../core/concurrency/coalescer.ts';
import { type Deliverer, deliverMessages } from './deliver-messages.ts';
import { listRegisteredMerchants } from './queries.ts';
import { queueMessages } from './queue-messages.ts';

/** A poll finds messages that wait for a retry and, if there are other processes, their events. */
const pollIntervalOf = (isAlone: boolean) => (isAlone ? 15_000 : 3_000);

/** Sends push messages soon after their events are committed, until it is stopped. */
export function startPush(services: Deliverer & { isAlone: boolean }) {
  const { database, clock, log } = services;
  let registered = new Set<string>();
  let isStopped = false;
  const logFailure = (error: unknown) => log.warn({ err: error }, 'push messages failed and are retried later');
  const merchants = createCoalescer(async (merchant_id) => {
    if (isStopped) return;
    try {
      await queueMessages(database, merchant_id, clock.now());
      await deliverMessages(services, merchant_id);
    } catch (error) {
      logFailure(error);
    }
  });

  async function pollMerchants(): Promise<void> {
    registered = new Set((await listRegisteredMerchants(database.global)).map(({ merchant_id }) => merchant_id));
    for (const merchant_id of registered) if (!isStopped) await merchants.run(merchant_id);
  }

  let timer: NodeJS.Timeout | undefined;
  let polling = Promise.resolve();
  const poll = () => {
    polling = pollMerchants()
      .catch(logFailure)
      .then(() => {
        if (!isStopped) timer = setTimeout(poll, pollIntervalOf(services.isAlone));
      });
  };
  poll();
  database.onEmitted((merchant_id) => {
    if (registered.has(merchant_id) && !isStopped) void merchants.run(merchant_id);
  });

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([polling, merchants.idle()]);
    },
  };
}
