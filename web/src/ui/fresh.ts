import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasEnded } from '../session/entry.ts';

/** A person may ask a hundred times a minute, by all pages that they have open. */
const ask_again_ms = 5_000;

/** Asks anew for what goes on without an event that tells of it, as long as somebody looks. */
export function useFresh(kind: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      // An answer that is slow is waited for: begun anew each time, it would never come.
      if (!document.hidden && !hasEnded()) void queries.invalidateQueries({ queryKey: [kind] }, { cancelRefetch: false });
    }, ask_again_ms);
    return () => clearInterval(timer);
  }, [queries, kind]);
}
