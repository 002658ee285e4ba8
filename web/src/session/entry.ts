import { queries } from '../queries.ts';
import { recall } from '../ui/memory.ts';
import { acts } from './acts.ts';
import { api, onSessionEnd, resume } from './api.ts';
import { forgetShop } from './shop.ts';

/** `ended`: by itself or from elsewhere. What was typed stays, nothing of the shop is shown, and the same person may sign in again. */
type Entry = 'out' | 'in' | 'ended';

let entry: Entry = 'out';
let onLeave: () => void = () => undefined;
const watchers = new Set<() => void>();

function change(next: Entry): void {
  entry = next;
  document.documentElement.toggleAttribute('data-ended', next === 'ended');
  for (const watcher of watchers) watcher();
}

/** Told when somebody has left by their own wish. */
export function whenLeft(listener: () => void): void {
  onLeave = listener;
}

/** Until they leave. */
export function enter(): void {
  const isSameAgain = entry === 'ended';
  change('in');
  acts.release();
  if (isSameAgain) void queries.invalidateQueries();
}

/** Whether somebody is signed in here, or can go on with the session of before. */
export async function isInside(): Promise<boolean> {
  if (entry === 'out' && recall('signed-in') !== undefined && (await resume())) change('in');
  return entry !== 'out';
}

export function leave(): void {
  if (entry === 'out') return;
  change('out');
  acts.forget();
  api.continueAs(undefined);
  queries.clear();
  // The next person starts at their home shop.
  if (forgetShop()) globalThis.location.assign('/sign-in');
  else onLeave();
}

export const hasEnded = (): boolean => entry === 'ended';

export function watchEntry(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

onSessionEnd(() => {
  if (entry !== 'in') return;
  acts.hold();
  change('ended');
});

// Windows below listen for it, too, and would close with what was typed in them.
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || !hasEnded()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
