import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPushToken } from './rules.ts';

const subscription = (endpoint: string, key: string) => ({ endpoint, keys: { p256dh: key, auth: key } });
const tokenError = { field: 'token', message: 'must be a push token, or a PushSubscription with endpoint and keys' };
const address = (length: number) => 'https://push.example.com/'.padEnd(length, 'a');

test('reads a subscription that was sent as JSON, up to the lengths that are stored', () => {
  const read = (endpoint: string, key: string) =>
    readPushToken(JSON.stringify(subscription(endpoint, key)), 'web').identity;
  assert.equal(read(address(2_048), 'k'.repeat(500)), address(2_048));
  const [endpoint, key] = [address(30), 'k'];
  for (const wrong of [
    ...[address(2_049), 'ftp://push.example.com', 'https://[', 'https://push.example.com/\u0007', 7],
    ...['k'.repeat(501), 'not base64!', 7].flatMap((one) => [
      { endpoint, keys: { p256dh: one, auth: key } },
      { endpoint, keys: { p256dh: key, auth: one } },
    ]),
    { endpoint },
  ]) {
    const text = JSON.stringify(
      typeof wrong === 'object' ? wrong : { endpoint: wrong, keys: { p256dh: key, auth: key } },
    );
    assert.throws(() => readPushToken(text, 'web'), { code: 'VALIDATION_ERROR', details: [tokenError] }, text);
  }
});
