import type { Database } from '../../db/handle.ts';
import { numberCommitted } from './number-events.ts';
import { readBounds } from './queries.ts';

interface Wait {
  /** The number of the last event that the reader has. */
  after: bigint;
  /** It stops waiting at once when this is aborted, and after so many milliseconds at the latest. */
  signal: AbortSignal;
  at_most_ms: number;
}

/** A reader's place at the door. It must be closed. */
export interface Lookout {
  /** Comes back when there may be something after the reader's place. */
  wait(wait: Wait): Promise<void>;
  close(): void;
}

export interface Watch {
  open(merchant_id: string): Lookout;
}

/** What is watched of one merchant, for all who wait for it in this process. */
interface Desk {
  lookouts: number;
  last: bigint;
  wake: Set<() => void>;
  isLooking: boolean;
  mustLookAgain: boolean;
  timer: NodeJS.Timeout;
}

const poll_ms = 1_000;

/**
 * Wakes who reads the feed as soon as something was told: at once for what this process committed, and within a poll for what others did.
 * One poll for each merchant that somebody reads, however many do; whoever waits holds no connection.
 */
export function watchFeed(database: Database): Watch {
  const desks = new Map<string, Desk>();

  async function look(merchant_id: string, desk: Desk): Promise<void> {
    desk.mustLookAgain = true;
    if (desk.isLooking) return;
    desk.isLooking = true;
    try {
      while (desk.mustLookAgain && desk.lookouts > 0) {
        desk.mustLookAgain = false;
        await numberCommitted(database, merchant_id);
        const { last } = await readBounds(database.reader(merchant_id));
        if (last <= desk.last) continue;
        desk.last = last;
        for (const wake of [...desk.wake]) wake();
      }
    } catch {
      // The database is away: the next poll looks again, and whoever reads finds out by itself.
    } finally {
      desk.isLooking = false;
    }
  }

  function deskOf(merchant_id: string): Desk {
    const known = desks.get(merchant_id);
    if (known !== undefined) return known;
    const timer = setInterval(() => look(merchant_id, desk), poll_ms).unref();
    const desk: Desk = { lookouts: 0, last: -1n, wake: new Set(), isLooking: false, mustLookAgain: false, timer };
    desks.set(merchant_id, desk);
    return desk;
  }

  database.onEmitted((merchant_id) => {
    const desk = desks.get(merchant_id);
    if (desk !== undefined) look(merchant_id, desk);
  });

  return {
    open(merchant_id) {
      const desk = deskOf(merchant_id);
      desk.lookouts += 1;
      return {
        wait: (wait) => waitAt(desk, wait),
        close() {
          desk.lookouts -= 1;
          if (desk.lookouts > 0) return;
          clearInterval(desk.timer);
          desks.delete(merchant_id);
        },
      };
    },
  };
}

function waitAt(desk: Desk, { after, signal, at_most_ms }: Wait): Promise<void> {
  if (signal.aborted || desk.last > after) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      desk.wake.delete(wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, at_most_ms);
    desk.wake.add(wake);
    signal.addEventListener('abort', wake, { once: true });
  });
}
