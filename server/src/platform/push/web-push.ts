import type { RequestDetails } from 'web-push';
import { NotDelivered, type Post, type PushMessage, type PushOutcome } from './push.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** Loaded with the first message, or to make keys once. */
const load = async () => (await import('web-push')).default;

export const makeVapidKeys = async (): Promise<VapidKeys> => (await load()).generateVAPIDKeys();

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** A browser's subscription; `undefined` for a token of another kind. */
export function readSubscription(token: string): Subscription | undefined {
  if (!token.startsWith('{')) return undefined;
  try {
    return JSON.parse(token) as Subscription;
  } catch {
    // Kept before such tokens were refused.
    return undefined;
  }
}

const day_s = 24 * 60 * 60;

interface Delivery {
  subscription: Subscription;
  message: PushMessage;
  vapid: VapidKeys & { subject: string };
}

/** Encrypts a message for a browser (RFC 8291), signs for ourselves (RFC 8292), and hands it to the browser's push service (RFC 8030). */
export async function sendWebPush(post: Post, { subscription, message, vapid }: Delivery): Promise<PushOutcome> {
  const webPush = await load();
  let request: RequestDetails;
  try {
    request = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      vapidDetails: vapid,
      TTL: day_s,
      topic: topicOf(message.tag),
    });
  } catch {
    // Keys that nothing can be encrypted for: no later try will go better.
    return 'gone';
  }
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { status } = await post({ url: request.endpoint, headers, body: new Uint8Array(request.body ?? []) });
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  throw new NotDelivered(`the push service answered ${status}`);
}

/** Up to 32 letters of base64url, as the protocol has it. */
const topicOf = (tag: string): string => Buffer.from(tag).toString('base64url').slice(-32);
