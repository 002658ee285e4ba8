import { heedLimit } from './limited.ts';

type Refusals = typeof import('../lib/refusals.ts');

let loaded: Refusals | undefined;

/** Longer than this an answer does not wait for its translation. */
const patience_ms = 2_000;

/** What says refusals in the page's language; `undefined` before the first refusal, and where it could not be loaded. */
export const refusalTexts = (): Refusals | undefined => loaded;

/** Loaded with the first refusal, because the first page seldom has one. */
async function load(): Promise<void> {
  const loading = import('../lib/refusals.ts').then(
    (module) => {
      loaded = module;
    },
    () => undefined,
  );
  await Promise.race([loading, new Promise((late) => setTimeout(late, patience_ms))]);
}

/** The browser's own, but a refusal comes only when it can be said. */
export const fetchWithTexts: typeof fetch = async (input, init) => {
  const answer = await globalThis.fetch(input, init);
  heedLimit(answer);
  if (answer.status >= 400 && loaded === undefined) await load();
  return answer;
};
