import { recordLimit } from './rate-limit.ts';

type ErrorMessages = typeof import('../language/error-messages.ts');

let loaded: ErrorMessages | undefined;

/** A response waits at most this long for its translation. */
const load_timeout_ms = 2_000;

/** The translations of the service's errors; `undefined` before the first error, and where they could not be loaded. */
export const errorMessages = (): ErrorMessages | undefined => loaded;

/** Loads the translations. This is done with the first error, because the first page seldom has one. */
export async function loadErrorMessages(): Promise<void> {
  if (loaded !== undefined) return;
  const loading = import('../language/error-messages.ts').then(
    (module) => {
      loaded = module;
    },
    () => undefined,
  );
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, load_timeout_ms))]);
}

/** The page is being left. The browser then finishes only requests that are marked for it. */
let isLeaving = false;
addEventListener('pagehide', () => {
  isLeaving = true;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

/** The service writes receipts, files and mail in the language that the user chose, which may not be the browser's. */
const withLanguage = (init: RequestInit | undefined): RequestInit => {
  const headers = new Headers(init?.headers);
  headers.set('accept-language', document.documentElement.lang);
  return isLeaving ? { ...init, headers, keepalive: true } : { ...init, headers };
};

/** The browser's `fetch`, in the language of the page; an error response is returned once its translation is loaded. */
export const fetchWithTexts: typeof fetch = async (input, init) => {
  const answer = await globalThis.fetch(input, withLanguage(init));
  recordLimit(answer);
  if (!answer.ok) await loadErrorMessages();
  return answer;
};
