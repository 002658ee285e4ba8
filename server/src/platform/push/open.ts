import { readFile } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import type { PostOutside } from '../outbound/post-outside.ts';
import { createFcm, type FcmAccount } from './fcm.ts';
import { NotDelivered, type Post, type Push } from './push.ts';
import { readSubscription, sendWebPush, type VapidKeys } from './web-push.ts';

/** The token of a till that registers without push messages begins with this. */
export const tillPrefix = 'till:';

interface PushOptions {
  vapid: VapidKeys;
  /** The contact for push services: a mailto or https address. */
  contact: string;
  fcm: { account: FcmAccount; address: string } | undefined;
  post: Post;
}

/** Sends to browsers by Web Push, and to phones by FCM, if an account is configured. */
export function createPush({ vapid, contact, fcm, post }: PushOptions): Push {
  const sendFcm = fcm === undefined ? undefined : createFcm({ ...fcm, post });
  return {
    public_key: vapid.publicKey,
    async send({ token }, message, signal) {
      const subscription = readSubscription(token);
      if (subscription !== undefined)
        return sendWebPush(post, { subscription, message, vapid: { ...vapid, subject: contact }, signal });
      // FCM would answer that this device is gone, and the till would have to register again.
      if (token.startsWith(tillPrefix)) return 'unconfigured';
      return sendFcm === undefined ? 'unconfigured' : sendFcm(token, message, signal);
    },
  };
}

/**
 * Sends requests to push services. Only allowed addresses are reached, because a browser's subscription may name any
 * address.
 */
export const deliverTo =
  (send: PostOutside): Post =>
  async (request) => {
    const { status, answer, error } = await send(request);
    if (status === null) throw new NotDelivered(error ?? 'no answer came');
    return { status, body: answer ?? '' };
  };

/** @throws Error naming FCM_SERVICE_ACCOUNT if its file cannot be used */
export async function openPush(config: Config, vapid: VapidKeys, post: Post): Promise<Push> {
  const path = config.fcm_service_account;
  const fcm = path === undefined ? undefined : { account: await readAccount(path), address: config.fcm_url };
  return createPush({ vapid, contact: config.push_contact, fcm, post });
}

async function readAccount(path: string): Promise<FcmAccount> {
  const wrong = (why: string) => new Error(`FCM_SERVICE_ACCOUNT ${path} ${why}`);
  let account: Partial<FcmAccount>;
  try {
    account = JSON.parse(await readFile(path, 'utf8')) as Partial<FcmAccount>;
  } catch {
    throw wrong('cannot be read as JSON');
  }
  const { project_id, client_email, private_key, token_uri = 'https://oauth2.googleapis.com/token' } = account;
  if (project_id === undefined || client_email === undefined || private_key === undefined)
    throw wrong('is no key file of a service account');
  return { project_id, client_email, private_key, token_uri };
}
