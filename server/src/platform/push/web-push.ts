import type { RequestDetails } from 'web-push';
import { NotDelivered, type Post, type PushMessage, type PushOutcome } from './push.ts';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** The library is loaded with the first message, or when the keys are created. */
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
    // It was stored before such tokens were rejected.
    return undefined;
  }
}

const day_s = 24 * 60 * 60;

interface Delivery {
  subscription: Subscription;
  message: PushMessage;
  vapid: VapidKeys & { subject: string };
  signal: AbortSignal | undefined;
}

/**
 * Encrypts a message for a browser (RFC 8291), signs the request (RFC 8292), and sends it to the browser's push service
 * (RFC 8030).
 */
export async function sendWebPush(
  post: Post,
  { subscription, message, vapid, signal }: Delivery,
): Promise<PushOutcome> {
  const webPush = await load();
  let request: RequestDetails;
  try {
    request = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      vapidDetails: vapid,
      TTL: day_s,
      topic: topicOf(message.tag),
    });
  } catch {
    // The keys of the subscription are invalid, so a retry cannot succeed.
    return 'gone';
  }
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { status } = await post({ url: request.endpoint, headers, body: new Uint8Array(request.body ?? []), signal });
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  throw new NotDelivered(`the push service answered ${status}`);
}

/** The protocol allows up to 32 characters of base64url. */
const topicOf = (tag: string): string => Buffer.from(tag).toString('base64url').slice(-32);
