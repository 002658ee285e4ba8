import { createSigner } from 'fast-jwt';
import { NotDelivered, type Post, type PushMessage, type PushOutcome } from './push.ts';

/** The used fields of a service account's key file. */
export interface FcmAccount {
  project_id: string;
  client_email: string;
  private_key: string;
  /** The address that issues its access tokens. */
  token_uri: string;
}

interface FcmOptions {
  account: FcmAccount;
  /** https://fcm.googleapis.com, or a compatible server. */
  address: string;
  post: Post;
}

/** Messages to phones by Firebase Cloud Messaging, HTTP v1. */
export function createFcm({ account, address, post }: FcmOptions) {
  const getAccessToken = createTokenSource(account, post);
  return async (
    token: string,
    { title, body, tag, data }: PushMessage,
    signal: AbortSignal | undefined,
  ): Promise<PushOutcome> => {
    const message = {
      token,
      notification: { title, body },
      data: { ...data, tag },
      android: { collapse_key: tag, notification: { tag } },
      apns: { headers: { 'apns-collapse-id': tag.slice(0, 64) } },
    };
    const { status, body: answer } = await post({
      url: `${address}/v1/projects/${account.project_id}/messages:send`,
      headers: { authorization: `Bearer ${await getAccessToken(signal)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
      signal,
    });
    if (status >= 200 && status < 300) return 'sent';
    if (status === 404 || /UNREGISTERED|SENDER_ID_MISMATCH/.test(answer)) return 'gone';
    throw new NotDelivered(`FCM answered ${status}`);
  };
}

const scope = 'https://www.googleapis.com/auth/firebase.messaging';
const token_lifetime_s = 60 * 60;
/** A token is renewed this much before it expires, because clocks differ. */
const margin_ms = 60_000;

/**
 * Returns the account's access token. It is requested when needed with a signed assertion (RFC 7523), and cached until
 * it expires.
 */
function createTokenSource({ client_email, private_key, token_uri }: FcmAccount, post: Post) {
  const sign = createSigner({
    key: private_key,
    algorithm: 'RS256',
    iss: client_email,
    aud: token_uri,
    expiresIn: token_lifetime_s * 1_000,
  });
  let cached: { token: string; until: number } | undefined;
  return async (signal: AbortSignal | undefined): Promise<string> => {
    if (cached !== undefined && Date.now() < cached.until) return cached.token;
    const grant = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: sign({ scope }),
    });
    const { status, body } = await post({
      url: token_uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: grant.toString(),
      signal,
    });
    if (status !== 200) throw new NotDelivered(`no access token for FCM: ${status}`);
    const { access_token, expires_in } = JSON.parse(body) as { access_token: string; expires_in: number };
    cached = { token: access_token, until: Date.now() + expires_in * 1_000 - margin_ms };
    return access_token;
  };
}
