import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isHidden } from '../session/session-state.ts';

/** Poll seldom: a user has a hundred requests a minute for all open pages together. */
const default_poll_ms = 5_000;

/** Polls data that changes without an event, while the page is visible. */
export function usePolling(kind: string, every_ms = default_poll_ms): void {
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      // Let a slow request finish. Restarting it at each poll would never return a response.
      if (!document.hidden && !isHidden())
        void queries.invalidateQueries({ queryKey: [kind] }, { cancelRefetch: false });
    }, every_ms);
    return () => clearInterval(timer);
  }, [queries, kind, every_ms]);
}
