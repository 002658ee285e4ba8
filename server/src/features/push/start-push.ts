import { type Deliverer, deliverMessages } from './deliver-messages.ts';
import { followNews } from './follow-news.ts';
import { listWatched } from './queries.ts';

/** Events of other processes and waiting messages are found by polling. */
const look_every_ms = 15_000;

/** Sends push messages soon after events are committed, until stopped. */
export function startPush(by: Deliverer) {
  const { database, clock, log } = by;
  let watched = new Set<string>();
  let isStopped = false;
  /** Merchants being processed, and whether there was another request meanwhile. */
  const busy = new Map<string, { again: boolean; done: Promise<void> }>();

  async function attend(merchant_id: string, turn: { again: boolean }): Promise<void> {
    while (turn.again && !isStopped) {
      turn.again = false;
      await followNews(database, merchant_id, clock.now());
      await deliverMessages(by, merchant_id);
    }
  }

  function wake(merchant_id: string): Promise<void> {
    const under_way = busy.get(merchant_id);
    if (under_way !== undefined) {
      under_way.again = true;
      return under_way.done;
    }
    const turn = { again: true, done: Promise.resolve() };
    busy.set(merchant_id, turn);
    turn.done = attend(merchant_id, turn)
      .catch((error: unknown) => log.warn({ err: error }, 'push messages failed and are retried later'))
      .finally(() => busy.delete(merchant_id));
    return turn.done;
  }

  async function lookEverywhere(): Promise<void> {
    watched = new Set((await listWatched(database.global)).map(({ merchant_id }) => merchant_id));
    for (const merchant_id of watched) if (!isStopped) await wake(merchant_id);
  }

  let timer: NodeJS.Timeout | undefined;
  const look = () =>
    lookEverywhere()
      .catch((error: unknown) => log.warn({ err: error }, 'push messages failed and are retried later'))
      .then(() => {
        if (!isStopped) timer = setTimeout(look, look_every_ms);
      });
  look();
  database.onEmitted((merchant_id) => {
    if (watched.has(merchant_id) && !isStopped) wake(merchant_id);
  });

  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([...busy.values()].map(({ done }) => done));
    },
  };
}
