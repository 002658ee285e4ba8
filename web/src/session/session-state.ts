import { readPreference } from '../lib/preferences.ts';
import { api, onSessionEnd, resumeSession } from './api.ts';
import { queries } from './queries.ts';
import { requests } from './requests.ts';
import { forgetShop } from './shop.ts';

/**
 * `ended`: the session expired or was ended elsewhere. The shop's data is hidden, typed input stays, and the user can
 * sign in again.
 */
type SessionState = 'out' | 'in' | 'ended';

let session: SessionState = 'out';
let signOutListener: () => void = () => undefined;
const watchers = new Set<() => void>();

function change(next: SessionState): void {
  session = next;
  document.documentElement.toggleAttribute('data-ended', next === 'ended');
  for (const watcher of watchers) watcher();
}

/** Called when the user signs out. */
export function onSignOut(listener: () => void): void {
  signOutListener = listener;
}

/** Called after a sign-in, also after a new sign-in of an ended session. */
export function onSignedIn(): void {
  const isSignedInAgain = session === 'ended';
  change('in');
  requests.resume();
  if (isSignedInAgain) void queries.invalidateQueries();
}

/** Whether a user is signed in, or an earlier session can be resumed. */
export async function isSignedIn(): Promise<boolean> {
  if (session === 'out' && readPreference('signed-in') !== undefined && (await resumeSession())) change('in');
  return session !== 'out';
}

export function clearSession(): void {
  if (session === 'out') return;
  change('out');
  requests.clear();
  api.continueAs(undefined);
  queries.clear();
  // The next user starts at their home shop.
  if (forgetShop()) globalThis.location.assign('/sign-in');
  else signOutListener();
}

export const hasEnded = (): boolean => session === 'ended';

export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

onSessionEnd(() => {
  if (session !== 'in') return;
  requests.pause();
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
