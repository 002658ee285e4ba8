import { useEffect } from 'react';
import { queries } from '../session/queries.ts';
import { isHidden } from '../session/session-state.ts';

/** Poll seldom: a user has a hundred requests a minute for all open pages together. */
const default_poll_ms = 5_000;

/** Polls data that changes without an event, while the page is visible. */
export function usePolling(kind: string, every_ms = default_poll_ms): void {
  useEffect(() => {
    const timer = setInterval(() => void poll(kind), every_ms);
    return () => clearInterval(timer);
  }, [kind, every_ms]);
}

/** Reads the data of this kind again, unless the page is not visible. */
export async function poll(kind: string): Promise<void> {
  if (document.hidden || isHidden()) return;
  // Let a slow request finish. Restarting it at each poll would never return a response.
  await queries.invalidateQueries({ queryKey: [kind] }, { cancelRefetch: false });
}
