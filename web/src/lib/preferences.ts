/** Preferences that this browser stores for the user. Never credentials. */
type Preference =
  | 'language'
  | 'colours'
  | 'density'
  | 'signed-in'
  | 'product-columns'
  | 'device'
  | 'shop'
  | 'pin-till'
  | 'ring'
  | 'till-token'
  /** The saved views of a user at a shop, by their ids. */
  | `views:${string}:${string}`;

/** `browser`: shared by all tabs. `tab`: until this tab is closed. */
type Scope = 'browser' | 'tab';

const keyOf = (preference: Preference) => `tillhouse.${preference}`;
const storageOf = (scope: Scope): Storage => (scope === 'tab' ? sessionStorage : localStorage);

/** `undefined` if nothing is stored or the browser blocks storage. The pages work without it. */
export function readPreference(preference: Preference, scope: Scope = 'browser'): string | undefined {
  try {
    return storageOf(scope).getItem(keyOf(preference)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function storePreference(preference: Preference, value: string | undefined, scope: Scope = 'browser'): void {
  try {
    if (value === undefined) storageOf(scope).removeItem(keyOf(preference));
    else storageOf(scope).setItem(keyOf(preference), value);
  } catch {
    // Storage is blocked: the preference is not kept.
  }
}
