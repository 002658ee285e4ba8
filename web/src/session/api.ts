import { type Client, createClient, TillhouseError } from '@tillhouse/client';
import { storePreference } from '../lib/preferences.ts';
import { cookieSessionOf, isCookieSession, userOf } from './cookie-session-rules.ts';
import { fetchWithTexts } from './error-messages.ts';
import { pinSessionEnd } from './pin-rules.ts';
import { chosenShop, forgetShop } from './shop.ts';

export { TillhouseError };

/** Whether the request was rejected for lack of permission. */
export const isForbidden = (error: unknown): boolean => error instanceof TillhouseError && error.status === 403;
/** Whether the request needs the approval of another person. */
export const isApprovalRequired = (error: unknown): boolean =>
  error instanceof TillhouseError && error.code === 'APPROVAL_REQUIRED';
/**
 * Whether an error comes before the check of the idempotency key, so that it says nothing about an earlier try. A
 * missing approval does: the earlier try had none either.
 */
export const saysNothingOfEarlier = (error: unknown): boolean =>
  error instanceof TillhouseError && [401, 403, 425, 429].includes(error.status) && error.code !== 'APPROVAL_REQUIRED';
export const isNotFound = (error: unknown): boolean => error instanceof TillhouseError && error.status === 404;

/** Whether the shop requires two-factor authentication and the user has not set it up. */
export const isFactorNeeded = (error: unknown): boolean =>
  isForbidden(error) && error instanceof TillhouseError && error.details.some(({ field }) => field === 'second_factor');

/**
 * Deletes a record. NOT_FOUND counts as success: an earlier attempt whose response was lost, or another user, already
 * deleted it.
 */
export async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof TillhouseError) || error.status !== 404) throw error;
  }
}

const shop = chosenShop();

type Listener = () => void;
let onEnd: Listener = () => undefined;

/** Called when the session has ended elsewhere or expired. */
export function onSessionEnd(listener: Listener): void {
  onEnd = listener;
}

/** Whether the tokens are of a session by PIN. */
let isByPin = false;
let pinSessions = 0;
/** The user of this tab whose session is in the cookie, unless it was replaced since. */
let cookieUser: string | undefined;
/** Whether another user has signed in in another tab, which replaced the cookie of this tab's session. */
let isReplaced = false;

/** Whether another user is signed in in this browser, in another tab. */
export const isAnotherSignedIn = (): boolean => isReplaced;

const sessionEnded = () => new TillhouseError('The session has ended', { status: 401, code: 'UNAUTHENTICATED' });

/**
 * Client of the service that served this page. The refresh token is in a cookie, the access token only in this page's
 * memory.
 */
export const api: Client = createClient({
  baseUrl: globalThis.location.origin,
  fetch: fetchWithTexts,
  ...(shop === undefined ? {} : { merchantId: shop }),
  refresh: async (session) => {
    // The cookie is of the user who registered the till, so it does not continue a session by PIN.
    if (!isCookieSession(session)) throw sessionEnded();
    const { data } = await api.refreshInBrowser();
    // All tabs share the cookie. A request of this tab is never sent as the user of another one.
    isReplaced = cookieSessionOf(data.access_token) !== session;
    if (isReplaced) throw sessionEnded();
    return data;
  },
  onTokens: (tokens) => {
    storePreference('signed-in', tokens === undefined && !isByPin && !isReplaced ? undefined : 'yes');
    if (tokens === undefined) onEnd();
  },
});

function storeTokens({ access_token, expires_in }: { access_token: string; expires_in: number }): void {
  isByPin = false;
  isReplaced = false;
  cookieUser = userOf(access_token);
  const refresh_token = cookieSessionOf(access_token);
  api.continueAs({ access_token, refresh_token, expires_at: Date.now() + expires_in * 1_000 });
}

export interface Credentials {
  email: string;
  password: string;
  /** Code of the authenticator app, or a recovery code, if the service asks for one. */
  code?: string;
}

export async function signIn(credentials: Credentials): Promise<void> {
  storeTokens((await api.loginInBrowser({ body: credentials })).data);
}

/** The browser's signature with the user's passkey: see `signChallenge`. */
export async function signInWithPasskey(response: object): Promise<void> {
  const body = { response } as Parameters<typeof api.loginInBrowserWithPasskey>[0]['body'];
  storeTokens((await api.loginInBrowserWithPasskey({ body })).data);
}

/** Resumes the session of the cookie. @returns whether there is one */
export async function resumeSession(): Promise<boolean> {
  try {
    storeTokens((await api.refreshInBrowser()).data);
    return true;
  } catch (error) {
    if (!(error instanceof TillhouseError) || error.status !== 401) throw error;
    storePreference('signed-in', undefined);
    // The next user starts at their home shop.
    if (forgetShop()) globalThis.location.reload();
    return false;
  }
}

/** Signs in by PIN, with the session of the cookie. @returns the user */
export async function signInByPin(entered: { pin: string; merchant_id: string; device_id: string }) {
  const { access_token, user } = (await api.enterPin({ body: entered })).data;
  isByPin = true;
  pinSessions += 1;
  api.continueAs({ access_token, refresh_token: `pin ${pinSessions}`, expires_at: pinSessionEnd(Date.now()) });
  return user;
}

/** Ends the session by PIN, if there is one. It ends by itself if the service cannot be reached. */
export async function endPinSession(): Promise<void> {
  if (!isByPin) return;
  await api.logout().catch(() => undefined);
  // What is still being sent has no session from now on.
  api.continueAs(undefined);
  isByPin = false;
}

/** Whether the user signed in by PIN. */
export const isSignedInByPin = (): boolean => isByPin;

/**
 * Ends the session of this tab at the service. `clearSession` then clears the state of the pages. The session of another
 * user, who has signed in in another tab, goes on.
 */
export async function signOut(): Promise<void> {
  try {
    const body = cookieUser === undefined ? {} : { user_id: cookieUser };
    isReplaced = !(await api.logoutInBrowser({ body })).data.is_ended;
  } catch (error) {
    // The user is already signed out, which is the wanted result.
    if (!(error instanceof TillhouseError) || error.status !== 401) throw error;
  }
  // The cookie no longer names this tab's session. It ends by itself if its token is no longer valid.
  if (isReplaced) await api.logout().catch(() => undefined);
}
