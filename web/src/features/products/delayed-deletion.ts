import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useNotify } from '../../design/feedback/notify.ts';
import { useUndo } from '../../design/feedback/undo.tsx';
import { afterProductChange } from '../../session/queries.ts';

/** Products whose deletion waits until the time to undo it is over. */
let waiting: ReadonlySet<string> = new Set();
const watchers = new Set<() => void>();

function setWaiting(ids: Iterable<string>): void {
  waiting = new Set(ids);
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Whether the deletion of this product waits for its undo. */
export const useIsBeingDeleted = (id: string): boolean => useSyncExternalStore(watch, () => waiting.has(id));

interface DelayedDeletion {
  ids: readonly string[];
  message: string;
  /** Deletes them at the service. */
  perform(): Promise<unknown>;
}

/**
 * Deletes products when the time to undo is over: the service cannot restore them. Until then lists mark them, and what
 * is known of them stays.
 */
export function useDelayedDeletion(): (deletion: DelayedDeletion) => void {
  const notify = useNotify();
  const queries = useQueryClient();
  const undo = useUndo();
  return ({ ids, message, perform }) => {
    const unmark = () => setWaiting([...waiting].filter((id) => !ids.includes(id)));
    const finish = async () => {
      try {
        await perform();
        queries.removeQueries({
          type: 'inactive',
          predicate: ({ queryHash }) => ids.some((id) => queryHash.includes(id)),
        });
      } catch (error) {
        notify.error(error);
      }
      await afterProductChange();
      unmark();
    };
    setWaiting([...waiting, ...ids]);
    undo(message, { onUndo: unmark, onOver: finish });
  };
}
