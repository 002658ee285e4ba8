import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type ActView, withoutAct } from './act-rules.ts';

/**
 * Opens what the address asks for, and removes it from the address, so that a reload or the way back does not ask for it
 * again.
 */
export function useAct(open: (act: string, value: string | undefined) => void): void {
  const { act, value }: ActView = useSearch({ strict: false });
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each act that arrives.
  useEffect(() => {
    if (act === undefined) return;
    open(act, value);
    void navigate({ to: '.', search: ((view: Record<string, unknown>) => withoutAct(view)) as never, replace: true });
  }, [act, value]);
}
