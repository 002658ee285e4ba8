import { type Client, createClient, TillhouseError } from '@tillhouse/client';
import { remember } from '../ui/memory.ts';
import { fetchWithTexts } from './error-messages.ts';
import { chosenShop, forgetShop } from './shop.ts';

export { TillhouseError };

/** Whether who asked may not do that, or not any more. */
export const isForbidden = (error: unknown): boolean => error instanceof TillhouseError && error.status === 403;
export const isNotFound = (error: unknown): boolean => error instanceof TillhouseError && error.status === 404;

/** Whether the shop lets this person in with a second factor only, and they have none. */
export const isFactorNeeded = (error: unknown): boolean =>
  isForbidden(error) && error instanceof TillhouseError && error.details.some(({ field }) => field === 'second_factor');

/** Deletes something. What is not found is gone already: by a request whose answer was lost and that the client sent again, or by another person. */
export async function untilGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof TillhouseError) || error.status !== 404) throw error;
  }
}

const shop = chosenShop();

type Listener = () => void;
let onEnd: Listener = () => undefined;

/** Told when the session has ended by itself: elsewhere, or by its age. */
export function onSessionEnd(listener: Listener): void {
  onEnd = listener;
}

/** The service that this page came from, as anybody else programs against it. The refresh token lies in a cookie, the access token in this page's memory only. */
export const api: Client = createClient({
  baseUrl: globalThis.location.origin,
  fetch: fetchWithTexts,
  ...(shop === undefined ? {} : { merchantId: shop }),
  refresh: async () => oneByOne(async () => (await api.refreshInBrowser()).data),
  onTokens: (tokens) => {
    remember('signed-in', tokens === undefined ? undefined : 'yes');
    if (tokens === undefined) onEnd();
  },
});

/** Pages beside each other ask in turn. */
const oneByOne = async <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks === undefined ? work() : navigator.locks.request('tillhouse session', work);

const inCookie = 'in a cookie';

function keep({ access_token, expires_in }: { access_token: string; expires_in: number }): void {
  api.continueAs({ access_token, refresh_token: inCookie, expires_at: Date.now() + expires_in * 1_000 });
}

export interface Credentials {
  email: string;
  password: string;
  /** Of the authenticator app, or a recovery code, where one is asked for. */
  code?: string;
}

export async function signIn(credentials: Credentials): Promise<void> {
  keep((await api.loginInBrowser({ body: credentials })).data);
}

/** What the browser signed for a passkey of its person: see `signChallenge`. */
export async function signInWithPasskey(response: object): Promise<void> {
  const body = { response } as Parameters<typeof api.loginInBrowserWithPasskey>[0]['body'];
  keep((await api.loginInBrowserWithPasskey({ body })).data);
}

/** Goes on with the session of the cookie. @returns whether there is one */
export async function resume(): Promise<boolean> {
  try {
    keep((await api.refreshInBrowser()).data);
    return true;
  } catch (error) {
    if (!(error instanceof TillhouseError) || error.status !== 401) throw error;
    remember('signed-in', undefined);
    // The next person starts at their home shop.
    if (forgetShop()) globalThis.location.reload();
    return false;
  }
}

/** Ends the session at the service; `leave` forgets it here. */
export async function signOut(): Promise<void> {
  try {
    await api.logoutInBrowser();
  } catch (error) {
    // Who is signed out already wanted nothing else.
    if (!(error instanceof TillhouseError) || error.status !== 401) throw error;
  }
}
