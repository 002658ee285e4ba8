import { notifyManager, onlineManager } from '@tanstack/react-query';
import { readPreference, storePreference } from '../lib/preferences.ts';
import {
  api,
  endPinSession,
  isAnotherSignedIn,
  isSignedInByPin,
  onSessionEnd,
  resumeSession,
  signInByPin,
  signOut,
} from './api.ts';
import { delayedActs } from './delayed-acts.ts';
import { type PinTill, readPinTill } from './pin-rules.ts';
import { queries } from './queries.ts';
import type { Sent } from './request-store.ts';
import { requests } from './requests.ts';
import { forgetShop } from './shop.ts';

/**
 * `locked`: the till waits for a PIN, and hides the page.
 * `ended`: the session expired or was ended elsewhere. The shop's data is hidden, typed input stays, and the user can
 * sign in again.
 */
type SessionState = 'out' | 'in' | 'ended' | 'locked';

/** How long a sign-out or lock waits for what is done before it. */
const delayed_at_most_ms = 5_000;

let session: SessionState = 'out';
let signOutListener: () => void = () => undefined;
const watchers = new Set<() => void>();

function change(next: SessionState): void {
  session = next;
  document.documentElement.toggleAttribute('data-ended', next === 'ended' || next === 'locked');
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
  if (session === 'out' && readPreference('signed-in') !== undefined && (await resumeSession()))
    change(pinTill() === undefined ? 'in' : 'locked');
  return session !== 'out';
}

export function clearSession(): void {
  if (session === 'out') return;
  if (!isAnotherSignedIn()) storePreference('pin-till', undefined);
  change('out');
  requests.clear();
  api.continueAs(undefined);
  queries.clear();
  // The next user starts at their home shop.
  if (forgetShop()) globalThis.location.assign('/sign-in');
  else signOutListener();
}

/**
 * Signs the user out. What waits for its undo is done before, unless the service does not answer. The pages then stop
 * reading: a sign-out can overtake a read, which the service then rejects. If the sign-out fails, they go on.
 */
export async function endSession(): Promise<void> {
  await performDelayed();
  // Reads that begin meanwhile, by a timer for example, wait until the pages have left.
  onlineManager.setOnline(false);
  try {
    await queries.cancelQueries();
    await signOut();
    clearSession();
  } catch (error) {
    void queries.invalidateQueries();
    throw error;
  } finally {
    onlineManager.setOnline(navigator.onLine);
  }
}

/** Performs as the present user what waits for its undo, unless the service does not answer. */
const performDelayed = (): Promise<unknown> =>
  Promise.race([delayedActs.performAll(), new Promise((later) => setTimeout(later, delayed_at_most_ms))]);

/** Whether no user is signed in. The pages then must not be shown: they would read again at their next change. */
export const isSignedOut = (): boolean => session === 'out';
export const hasEnded = (): boolean => session === 'ended';
/** Whether the page waits for a password or PIN. */
export const isHidden = (): boolean => session === 'ended' || session === 'locked';
export const isLocked = (): boolean => session === 'locked';

let storedTill: { text: string | undefined; till: PinTill | undefined } | undefined;

/** The till of this browser, if users change by PIN. */
export function pinTill(): PinTill | undefined {
  const text = readPreference('pin-till');
  if (storedTill === undefined || storedTill.text !== text) storedTill = { text, till: readPinTill(text) };
  return storedTill.till;
}

/** From now on, users of this browser change by PIN. */
export function startPinTill(till: PinTill): void {
  storePreference('pin-till', JSON.stringify(till));
}

/**
 * `unsent`: a request of the user before was sent, and its outcome is unknown. Only that user can send it again. The
 * outcome of a sale is found by each user of the till.
 * `signedOut`: the session of the user who registered the till has ended.
 */
export class CannotUnlock extends Error {
  readonly reason: 'unsent' | 'signedOut';

  constructor(reason: CannotUnlock['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** The user who has the page, or had it when the till was locked. */
let pageUser: string | undefined;
/** Ends when the session of the user before has ended. */
let locking: Promise<void> = Promise.resolve();

/** Hides the page until a PIN is entered, and ends the session by PIN of the present user. */
export async function lockTill(user_id: string): Promise<void> {
  if (session !== 'in') return;
  pageUser = user_id;
  requests.pause();
  change('locked');
  locking = endLocked();
  await locking;
}

async function endLocked(): Promise<void> {
  // The next user must not do what this one chose.
  await performDelayed();
  await queries.cancelQueries();
  await endPinSession();
}

/** A sale has an id. If another user sends it again, the service names it as recorded, or records it once. */
const isSale = ({ name }: Sent): boolean => name === 'createTransaction' || name === 'completeTransaction';

/** @throws TillhouseError for a wrong PIN, CannotUnlock */
export async function unlockTill(pin: string): Promise<void> {
  await locking;
  const till = pinTill();
  if (till === undefined || !(await resumeSession())) throw new CannotUnlock('signedOut');
  // Reads that are still running must not go on as another user.
  await queries.cancelQueries();
  const user = await signInByPin({ pin, ...till });
  const isSame = user.id === pageUser;
  if (!isSame && requests.unfinished().some((sent) => !isSale(sent))) {
    await endPinSession();
    throw new CannotUnlock('unsent');
  }
  pageUser = user.id;
  if (isSame) void queries.invalidateQueries();
  else {
    // Nothing that the user before has loaded is shown to another one.
    void queries.resetQueries();
    // The pages are told in a later turn. Before, they would read with the rights of the user before.
    await new Promise<void>((told) => notifyManager.schedule(told));
  }
  change('in');
  requests.resume();
}

export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

onSessionEnd(() => {
  if (session !== 'in') return;
  requests.pause();
  change(isSignedInByPin() ? 'locked' : 'ended');
});

// Dialogs below also listen for this key, and would close and lose typed input.
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || (!hasEnded() && !isLocked())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
