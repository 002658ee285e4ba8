import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newSecret, seal, signaturesOf, unseal } from './rules.ts';

const message = () => ({
  id: 'an-id',
  timestamp_s: Math.floor(Date.now() / 1_000),
  body: '{"type":"customer.created","name":"Zoë"}',
});

const verify = (secret: string, { id, timestamp_s, body }: ReturnType<typeof message>, signature: string) =>
  new Webhook(secret).verify(body, {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': signature,
  });

test('the reference library verifies signatures with the new and the old secret', () => {
  const [current, old, other] = [newSecret(), newSecret(), newSecret()];
  const sent = message();
  const signature = signaturesOf(sent, [current, old]);
  assert.deepEqual(verify(current, sent, signature), JSON.parse(sent.body));
  verify(old, sent, signature);
  assert.throws(() => verify(other, sent, signature));
  assert.throws(() => verify(current, { ...sent, body: `${sent.body} ` }, signature));
});

test('computes the signature of the specification’s example', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const sent = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp_s: 1_614_265_330, body: '{"test": 2432232314}' };
  assert.equal(signaturesOf(sent, [secret]), 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('an encrypted secret is decrypted only with the service’s secret and in its own context', () => {
  const secret = newSecret();
  const sealed = seal(secret, 'the service’s secret', 'here');
  assert.ok(!sealed.includes(secret.slice(6)));
  assert.equal(unseal(sealed, 'the service’s secret', 'here'), secret);
  assert.throws(() => unseal(sealed, 'another secret', 'here'));
  assert.throws(() => unseal(sealed, 'the service’s secret', 'there'));
});
