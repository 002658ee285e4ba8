import { invalidField } from '../../core/errors.ts';

export const platforms = ['ios', 'android', 'web'] as const;
export type Platform = (typeof platforms)[number];

/** The part of a browser's `PushSubscription` that is needed to send it messages. */
export interface PushSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface PushToken {
  /** As stored. */
  text: string;
  /** Equal for tokens of the same device. For browsers the endpoint alone, because its keys may be renewed. */
  identity: string;
}

/**
 * Normalises a push token for storing. A browser's subscription may also be sent as JSON text. Text that starts like
 * JSON must be a subscription.
 * @throws AppError VALIDATION_ERROR on `token` for text that is not a subscription, or for a subscription of another
 * platform than `web`
 */
export function readPushToken(token: string | PushSubscription, platform: Platform): PushToken {
  if (typeof token === 'string' && !/^\s*[{["]/.test(token)) return { text: token, identity: token };
  const subscription = typeof token === 'string' ? parseSubscription(token) : token;
  if (subscription === undefined)
    throw invalidField('token', 'must be a push token, or a PushSubscription with endpoint and keys');
  if (platform !== 'web') throw invalidField('token', 'must be a string on this platform');
  const { endpoint, keys } = subscription;
  return { text: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }), identity: endpoint };
}

const isKey = (key: unknown): boolean => typeof key === 'string' && key.length <= 500 && /^[\w+/=-]+$/.test(key);

const isEndpoint = (address: unknown): boolean =>
  typeof address === 'string' &&
  address.length <= 2_048 &&
  /^https?:\/\/\P{Cc}+$/iu.test(address) &&
  URL.canParse(address);

/** Parses a subscription from JSON text of an object, array or string; `undefined` for anything else. */
function parseSubscription(text: string): PushSubscription | undefined {
  let parsed: Partial<PushSubscription>;
  try {
    parsed = JSON.parse(text) as Partial<PushSubscription>;
  } catch {
    return undefined;
  }
  const { endpoint, keys } = parsed;
  return isEndpoint(endpoint) && isKey(keys?.p256dh) && isKey(keys?.auth) ? (parsed as PushSubscription) : undefined;
}
