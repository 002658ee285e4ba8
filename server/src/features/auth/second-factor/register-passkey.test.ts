import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handle } from '../../../platform/database/handle.ts';
import { createChallengeCheck } from './register-passkey.ts';

const now = '2026-11-28T12:00:00.000Z';
/** Of a database that answers the use of a challenge like this. */
const globalWith = (run: Handle['run']) => ({ run }) as Handle;

test('an error while a challenge is used up is that of the database, and not of the request', async () => {
  const rejected = createChallengeCheck(
    globalWith(async () => 0),
    null,
    now,
  );
  assert.equal(await rejected.consume('a'), false);
  assert.equal(rejected.onError(), undefined);
  const lost = new Error('the connection is lost');
  const broken = createChallengeCheck(
    globalWith(() => Promise.reject(lost)),
    null,
    now,
  );
  await assert.rejects(broken.consume('a'), lost);
  assert.throws(() => broken.onError(), lost);
});
