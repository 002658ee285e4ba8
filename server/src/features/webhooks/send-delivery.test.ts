import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Outcome, PostOutside } from '../../platform/outbound/post-outside.ts';
import type { DeliveryTarget, DueDelivery } from './dispatch-queries.ts';
import { newSecret, seal, testType } from './rules.ts';
import { encryptionContext, sendDelivery } from './send-delivery.ts';

const serviceSecret = 'a secret of the service, of 32 letters';
const context = encryptionContext('m', 'e');
const [secret, old] = [newSecret(), newSecret()];
const endpoint: DeliveryTarget = {
  ...{ url: 'https://example.com/hook', secret: seal(secret, serviceSecret, context), old_secret: null },
  ...{ failures: 0, is_verified: true, is_behind: false },
};
const delivery: DueDelivery = {
  ...{ event_id: 'an-event', type: 'product.created', attempts: 0, first_attempt_at: null },
  ...{ created_at: '2026-03-02T10:00:01.000Z', happened_at: '2026-03-02T10:00:00.000Z', sequence: 7n },
  ...{ subject_id: 'p', user_id: 'u', api_key_id: null, payload: '{"name":"Tea","images":["images/ab/x.png"]}' },
};
const accepted: Outcome = { is_success: true, status: 204, answer: '', error: null, duration_ms: 3 };
// The reference library rejects old messages.
const now = new Date().toISOString();

/** Sends a delivery. @returns the outcome, and what was posted */
async function send(fields: { endpoint?: Partial<DeliveryTarget>; delivery?: Partial<DueDelivery>; secret?: string }) {
  const posted: { url: string; headers: Record<string, string>; body: string }[] = [];
  const post: PostOutside = async (message) => {
    posted.push({ ...message, body: String(message.body) });
    return accepted;
  };
  const outcome = await sendDelivery(
    { post, secret: fields.secret ?? serviceSecret, cdn_url: 'https://cdn.example' },
    {
      ...{ endpoint: { ...endpoint, ...fields.endpoint }, delivery: { ...delivery, ...fields.delivery } },
      ...{ context, merchant_id: 'm', now },
    },
  );
  return { outcome, posted };
}

test('sends an event as it is in the feed, with the addresses of its pictures', async () => {
  const { outcome, posted } = await send({});
  const [{ url, headers, body } = assert.fail('nothing was sent')] = posted;
  assert.deepEqual([outcome, url, posted.length], [accepted, endpoint.url, 1]);
  assert.deepEqual(new Webhook(secret).verify(body, headers), {
    ...{ id: 'an-event', type: 'product.created', timestamp: '2026-03-02T10:00:00.000Z', sequence: 7 },
    ...{ merchant_id: 'm', subject_id: 'p', user_id: 'u', api_key_id: null },
    data: { name: 'Tea', images: ['https://cdn.example/images/ab/x.png'] },
  });
  assert.deepEqual(
    [headers['content-type'], headers['user-agent'], headers['webhook-id'], headers['webhook-timestamp']],
    ['application/json', 'Tillhouse-Webhooks/1', 'an-event', String(Math.floor(Date.parse(now) / 1_000))],
  );
});

test('signs with the old secret as well while it is valid', async () => {
  const { posted } = await send({ endpoint: { old_secret: seal(old, serviceSecret, context) } });
  for (const valid of [secret, old]) new Webhook(valid).verify(posted[0]?.body ?? '', posted[0]?.headers ?? {});
});

test('a test has no event, and says what it is for', async () => {
  const nothing = { sequence: null, subject_id: null, user_id: null, payload: null, happened_at: null };
  const { posted } = await send({ delivery: { ...nothing, type: testType } });
  const { data, ...rest } = JSON.parse(posted[0]?.body ?? '');
  assert.deepEqual(rest, {
    ...{ id: 'an-event', type: testType, timestamp: delivery.created_at, sequence: 0, merchant_id: 'm' },
    ...{ subject_id: 'an-event', user_id: null, api_key_id: null },
  });
  assert.match(data.message, /signature is right/);
});

test('sends nothing of an event that is no longer kept, or with a secret that cannot be read', async () => {
  const notSent = { is_success: false, status: null, answer: null, duration_ms: 0 };
  for (const missing of ['sequence', 'subject_id', 'payload', 'happened_at'] as const)
    assert.deepEqual(await send({ delivery: { [missing]: null } }), {
      outcome: { ...notSent, error: 'The event is no longer kept' },
      posted: [],
    });
  const { outcome, posted } = await send({ secret: 'another secret of the service, as long' });
  assert.deepEqual([posted, { ...outcome, error: null }], [[], { ...notSent, error: null }]);
  assert.match(outcome.error ?? '', /another signing key/);
});
