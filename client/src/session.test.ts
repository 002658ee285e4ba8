import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession } from './session.ts';

test('refreshes a token that expires within half a minute, and uses it until then', async (context) => {
  const expires_at = Date.now();
  let now = expires_at - 30_001;
  context.mock.method(Date, 'now', () => now);
  const stored: number[] = [];
  const { bearer } = createSession({
    tokens: { access_token: 'old', refresh_token: 'r', expires_at },
    onTokens: (tokens) => stored.push(tokens?.expires_at ?? 0),
    refresh: async () => ({ access_token: 'new', expires_in: 900 }),
    isSessionEnded: () => false,
  });
  assert.equal(await bearer().token(), 'old');
  now += 1;
  assert.equal(await bearer().token(), 'new');
  assert.deepEqual(stored, [now + 900_000]);
  now += 900_000 - 30_001;
  assert.equal(await bearer().token(), 'new');
  assert.equal(stored.length, 1);
});
