import { readPreference, storePreference } from '../lib/preferences.ts';

/**
 * The shop chosen in this tab, else the last one chosen in any tab; `undefined` for the user's home shop. Tabs may
 * differ.
 */
export function chosenShop(): string | undefined {
  if (readPreference('signed-in') === undefined) return undefined;
  const chosen = readPreference('shop', 'tab') ?? readPreference('shop');
  if (chosen !== undefined) storePreference('shop', chosen, 'tab');
  return chosen;
}

/** Opens a shop at its first page. Everything is reloaded, so that nothing of the other shop is left. */
export function openShop(id: string): void {
  storePreference('shop', id, 'tab');
  storePreference('shop', id);
  globalThis.location.assign('/');
}

/** @returns whether a shop was chosen. If so, reload the page, because its client was created for that shop */
export function forgetShop(): boolean {
  const was = readPreference('shop', 'tab') ?? readPreference('shop');
  storePreference('shop', undefined, 'tab');
  storePreference('shop', undefined);
  return was !== undefined;
}
