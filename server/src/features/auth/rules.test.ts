import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPushToken } from './rules.ts';

const subscription = (endpoint: string, key: string) => ({ endpoint, keys: { p256dh: key, auth: key } });
const address = (length: number) => 'https://push.example.com/'.padEnd(length, 'a');

test('reads a subscription that was sent as JSON, up to the lengths that are stored', () => {
  const read = (endpoint: string, key: string) =>
    readPushToken(JSON.stringify(subscription(endpoint, key)), 'web').identity;
  assert.equal(read(address(2_048), 'k'.repeat(500)), address(2_048));
  for (const [endpoint, key] of [
    [address(2_049), 'k'],
    [address(30), 'k'.repeat(501)],
  ] as const)
    assert.throws(() => read(endpoint, key), { code: 'VALIDATION_ERROR' });
});
