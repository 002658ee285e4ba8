import type { CommitListener, Database } from '../database/handle.ts';

/** News of one moment travels together. */
const together_ms = 10;

export interface BroadcastInvalidation {
  /** The database whose listeners hear of what other processes have told, too. */
  database: Database;
  /** Of other processes. */
  hear(merchant_ids: readonly string[]): void;
}

/** Passes on at which merchants this process told something, and lets its own listeners hear what others told. */
export function broadcastInvalidation(own: Database, pass: (merchant_ids: readonly string[]) => void): BroadcastInvalidation {
  const listeners: CommitListener[] = [];
  const news = new Set<string>();
  own.onEmitted((merchant_id) => {
    if (news.size === 0)
      setTimeout(() => {
        pass([...news]);
        news.clear();
      }, together_ms);
    news.add(merchant_id);
  });
  return {
    database: {
      ...own,
      onEmitted(listener) {
        listeners.push(listener);
        own.onEmitted(listener);
      },
    },
    hear(merchant_ids) {
      for (const merchant_id of merchant_ids) for (const listener of listeners) listener(merchant_id, noTypes);
    },
  };
}

/** What follows from the types is done by the process that committed. */
const noTypes: ReadonlySet<string> = new Set();
