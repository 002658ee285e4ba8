import { type AnyRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { NavItem } from './nav-items.ts';

/** How long the open page has the line to itself. */
const after_ms = 3_000;

/** Chromium alone tells that a person wants to save data. */
const wantsFewData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Loads the code of these pages, one after the other, some seconds after the first page, so that the first change to one
 * waits for nothing. A page whose code cannot be loaded says so when it is opened.
 */
export function usePagesAhead(paths: readonly NavItem['to'][]): void {
  const router = useRouter();
  const wanted = paths.join(' ');
  useEffect(() => {
    if (wantsFewData()) return;
    let isWanted = true;
    const load = async () => {
      for (const path of wanted.split(' ') as NavItem['to'][]) {
        // With the frames around it: that of the settings is a part of its own.
        for (
          let route: AnyRoute | undefined = router.routesByPath[path];
          route !== undefined;
          route = route.parentRoute
        ) {
          if (!isWanted) return;
          await router.loadRouteChunk(route);
        }
      }
    };
    const timer = setTimeout(() => void load().catch(() => undefined), after_ms);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [router, wanted]);
}
