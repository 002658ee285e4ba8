import { recall, remember } from '../ui/memory.ts';

/** The shop chosen in this tab, else the last one chosen in another tab; `undefined` for the user's home shop. Two tabs may show two shops. */
export function chosenShop(): string | undefined {
  if (recall('signed-in') === undefined) return undefined;
  const chosen = recall('shop', 'tab') ?? recall('shop');
  if (chosen !== undefined) remember('shop', chosen, 'tab');
  return chosen;
}

/** Opens a shop at its first page. Everything is reloaded, so that nothing of the other shop is left. */
export function openShop(id: string): void {
  remember('shop', id, 'tab');
  remember('shop', id);
  globalThis.location.assign('/');
}

/** @returns whether a shop was chosen. If so, reload the page, because its client was created for that shop */
export function forgetShop(): boolean {
  const was = recall('shop', 'tab') ?? recall('shop');
  remember('shop', undefined, 'tab');
  remember('shop', undefined);
  return was !== undefined;
}
