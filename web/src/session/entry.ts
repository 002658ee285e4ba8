import { queries } from '../queries.ts';
import { recall } from '../ui/memory.ts';
import { acts } from './acts.ts';
import { api, onSessionEnd, resume } from './api.ts';
import { forgetShop } from './shop.ts';

/** `ended`: the session expired or was ended elsewhere. Typed input stays, the shop's data is hidden, and the same user may sign in again. */
type Entry = 'out' | 'in' | 'ended';

let entry: Entry = 'out';
let onLeave: () => void = () => undefined;
const watchers = new Set<() => void>();

function change(next: Entry): void {
  entry = next;
  document.documentElement.toggleAttribute('data-ended', next === 'ended');
  for (const watcher of watchers) watcher();
}

/** Called when the user signs out. */
export function whenLeft(listener: () => void): void {
  onLeave = listener;
}

/** Called after a sign-in, also after a new sign-in of an ended session. */
export function enter(): void {
  const isSameAgain = entry === 'ended';
  change('in');
  acts.release();
  if (isSameAgain) void queries.invalidateQueries();
}

/** Whether a user is signed in, or an earlier session can be resumed. */
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
  // The next user starts at their home shop.
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

// Dialogs below also listen for this key, and would close and lose typed input.
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || !hasEnded()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
