import type { CommitListener, Database } from '../database/handle.ts';

/** Commits of this time are sent to the other processes as one message. */
const interval_ms = 10;

export interface BroadcastInvalidation {
  /** The database. Its listeners also receive the commits of other processes. */
  database: Database;
  /** Passes the commits of another process to the listeners of this one. */
  receive(merchant_ids: readonly string[]): void;
}

/**
 * Connects the commit listeners of the processes of a service.
 * @param send sends the merchants whose events this process has committed to the other processes
 */
export function broadcastInvalidation(
  own: Database,
  send: (merchant_ids: readonly string[]) => void,
): BroadcastInvalidation {
  const listeners: CommitListener[] = [];
  const changed = new Set<string>();
  own.onEmitted((merchant_id) => {
    if (changed.size === 0)
      setTimeout(() => {
        send([...changed]);
        changed.clear();
      }, interval_ms);
    changed.add(merchant_id);
  });
  return {
    database: {
      ...own,
      onEmitted(listener) {
        listeners.push(listener);
        own.onEmitted(listener);
      },
    },
    receive(merchant_ids) {
      for (const merchant_id of merchant_ids) for (const listener of listeners) listener(merchant_id, noTypes);
    },
  };
}

/** Without event types: the process that committed acts on them. */
const noTypes: ReadonlySet<string> = new Set();
