import type { Timestamp } from '../../core/clock.ts';
import { addressesBelow } from '../../core/pictures.ts';
import type { Outcome, PostOutside } from '../../platform/outbound/post-outside.ts';
import { renderEvent } from '../events/read-feed.ts';
import type { DeliveryTarget, DueDelivery } from './dispatch-queries.ts';
import { signaturesOf, testType, unseal } from './rules.ts';

/** The services with which deliveries are sent. */
export interface Sender {
  post: PostOutside;
  /** The service's secret, which decrypts those of the endpoints. */
  secret: string;
  /** The base address of files. A delivery has no request whose Host could be used. */
  cdn_url: string;
}

export interface Sending {
  endpoint: DeliveryTarget;
  /** The context with which the endpoint's secrets were encrypted. */
  context: string;
  delivery: DueDelivery;
  merchant_id: string;
  now: Timestamp;
}

/** Binds an encrypted secret to its endpoint: in another endpoint's row it cannot be decrypted. */
export const encryptionContext = (merchant_id: string, endpoint_id: string) => `${merchant_id} ${endpoint_id}`;

/** The headers of an attempt, without the signature. */
export const headersOf = (event_id: string, sent_at: Timestamp): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Tillhouse-Webhooks/1',
  'webhook-id': event_id,
  'webhook-timestamp': String(Math.floor(Date.parse(sent_at) / 1_000)),
});

const notSent = (error: string): Outcome => ({ is_success: false, status: null, answer: null, error, duration_ms: 0 });

/** Makes one attempt. Never throws: an error is part of the outcome. */
export async function sendDelivery(
  { post, secret, cdn_url }: Sender,
  { endpoint, context, delivery, merchant_id, now }: Sending,
): Promise<Outcome> {
  const event = renderDelivery(delivery, merchant_id, cdn_url);
  if (event === undefined) return notSent('The event is no longer kept');
  const headers = headersOf(delivery.event_id, now);
  const body = JSON.stringify(event);
  let secrets: string[];
  try {
    secrets = [endpoint.secret, endpoint.old_secret]
      .filter((sealed) => sealed !== null)
      .map((sealed) => unseal(sealed, secret, context));
  } catch {
    return notSent('The secret was encrypted with another signing key of the service; rotate it');
  }
  const message = { id: delivery.event_id, timestamp_s: Number(headers['webhook-timestamp']), body };
  return post({
    url: endpoint.url,
    headers: { ...headers, 'webhook-signature': signaturesOf(message, secrets) },
    body,
  });
}

function renderDelivery(
  { event_id: id, type, sequence, subject_id, user_id, api_key_id, payload, happened_at, created_at }: DueDelivery,
  merchant_id: string,
  cdn_url: string,
) {
  if (type === testType) {
    const data = { message: 'If you can read this and the signature is right, events will reach you.' };
    return {
      id,
      type,
      timestamp: created_at,
      sequence: 0,
      merchant_id,
      subject_id: id,
      user_id: null,
      api_key_id: null,
      data,
    };
  }
  if (sequence === null || subject_id === null || payload === null || happened_at === null) return undefined;
  const row = { id, type, sequence, subject_id, user_id, api_key_id, payload, created_at: happened_at };
  return renderEvent(
    row,
    merchant_id,
    addressesBelow(() => cdn_url),
  );
}
