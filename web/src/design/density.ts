import { useSyncExternalStore } from 'react';
import { readPreference, storePreference } from '../lib/preferences.ts';

/** How close things stand: heights of rows and fields, and the space in cards. */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

export const readDensity = (stored: string | undefined): Density =>
  densities.find((density) => density === stored) ?? 'comfortable';

/** Of a list, in pixels. On a phone a row has two lines, and stays large enough for a finger. */
export const rowHeightOf = (isPhone: boolean, density: Density): number =>
  isPhone ? 64 : density === 'compact' ? 34 : 44;

const watchers = new Set<() => void>();
let present: Density = 'comfortable';

function apply(density: Density): void {
  present = density;
  document.documentElement.dataset.density = density;
  for (const watcher of watchers) watcher();
}

/** The density that was chosen in this browser. Called before the first render, so that nothing moves after it. */
export const applyStoredDensity = (): void => apply(readDensity(readPreference('density')));

export function chooseDensity(density: Density): void {
  storePreference('density', density);
  apply(density);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export const useDensity = (): Density => useSyncExternalStore(watch, () => present);
