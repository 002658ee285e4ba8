import { invalidField } from '../../kernel/refusal.ts';

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

/** @throws Refusal VALIDATION_ERROR when a subscription comes from something that is no browser */
export function readPushToken(token: string | PushSubscription, platform: Platform): PushToken {
  if (typeof token === 'string') return { text: token, identity: token };
  if (platform !== 'web') throw invalidField('token', 'must be a string on this platform');
  const { endpoint, keys } = token;
  return { text: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }), identity: endpoint };
}
