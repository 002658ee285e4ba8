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
  /** The merchants that are being processed, and whether to process them again because of new events. */
  const running = new Map<string, { again: boolean; done: Promise<void> }>();

  async function processMerchant(merchant_id: string, run: { again: boolean }): Promise<void> {
    while (run.again && !isStopped) {
      run.again = false;
      await queueMessages(database, merchant_id, clock.now());
      await deliverMessages(services, merchant_id);
    }
  }

  function schedule(merchant_id: string): Promise<void> {
    const current = running.get(merchant_id);
    if (current !== undefined) {
      current.again = true;
      return current.done;
    }
    const run = { again: true, done: Promise.resolve() };
    running.set(merchant_id, run);
    run.done = processMerchant(merchant_id, run)
      .catch((error: unknown) => log.warn({ err: error }, 'push messages failed and are retried later'))
      .finally(() => running.delete(merchant_id));
    return run.done;
  }

  async function pollMerchants(): Promise<void> {
    registered = new Set((await listRegisteredMerchants(database.global)).map(({ merchant_id }) => merchant_id));
    for (const merchant_id of registered) if (!isStopped) await schedule(merchant_id);
  }

  let timer: NodeJS.Timeout | undefined;
  let polling = Promise.resolve();
  const poll = () => {
    polling = pollMerchants()
      .catch((error: unknown) => log.warn({ err: error }, 'push messages failed and are retried later'))
      .then(() => {
        if (!isStopped) timer = setTimeout(poll, pollIntervalOf(services.isAlone));
      });
  };
  poll();
  database.onEmitted((merchant_id) => {
    if (registered.has(merchant_id) && !isStopped) schedule(merchant_id);
  });

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([polling, ...[...running.values()].map(({ done }) => done)]);
    },
  };
}
