import type { CommitListener, Database } from '../database/handle.ts';

/** News of one moment travels together. */
const together_ms = 10;

export interface BroadcastInvalidation {
  /** The database whose listeners receive events of other processes too. */
  database: Database;
  /** The channels to other processes. */
  hear(merchant_ids: readonly string[]): void;
}

/** Sends the merchants with events of this process to others, and passes theirs to the listeners of this process. */
export function broadcastInvalidation(
  own: Database,
  pass: (merchant_ids: readonly string[]) => void,
): BroadcastInvalidation {
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

/** Without types: the process that committed acts on them. */
const noTypes: ReadonlySet<string> = new Set();
