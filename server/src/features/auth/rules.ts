import { invalidField } from '../../core/errors.ts';

export const platforms = ['ios', 'android', 'web'] as const;
export type Platform = (typeof platforms)[number];

/** What a browser's `PushSubscription` says of itself, as far as a message to it needs. */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushToken {
  /** As it is kept. */
  text: string;
  /** What makes two tokens the same device: of a browser only its endpoint, for its keys may be renewed. */
  identity: string;
}

/**
 * Reads a token as it is kept. A browser's subscription may come as text, too: what begins like JSON must be one.
 * @throws AppError VALIDATION_ERROR on `token` for text that is no subscription, or one from something that is no browser
 */
export function readPushToken(given: string | PushSubscription, platform: Platform): PushToken {
  if (typeof given === 'string' && !/^\s*[{["]/.test(given)) return { text: given, identity: given };
  const token = typeof given === 'string' ? parseSubscription(given) : given;
  if (token === undefined) throw invalidField('token', 'must be a push token, or a PushSubscription with endpoint and keys');
  if (platform !== 'web') throw invalidField('token', 'must be a string on this platform');
  const { endpoint, keys } = token;
  return { text: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }), identity: endpoint };
}

const isKey = (key: unknown): boolean => typeof key === 'string' && key.length <= 500 && /^[\w+/=-]+$/.test(key);

const isEndpoint = (address: unknown): boolean =>
  typeof address === 'string' && address.length <= 2_048 && /^https?:\/\/\P{Cc}+$/iu.test(address) && URL.canParse(address);

/** A subscription that was written as JSON; `undefined` for anything else. */
function parseSubscription(text: string): PushSubscription | undefined {
  let parsed: Partial<PushSubscription> | null;
  try {
    parsed = JSON.parse(text) as Partial<PushSubscription> | null;
  } catch {
    return undefined;
  }
  const { endpoint, keys } = parsed ?? {};
  return isEndpoint(endpoint) && isKey(keys?.p256dh) && isKey(keys?.auth) ? (parsed as PushSubscription) : undefined;
}
