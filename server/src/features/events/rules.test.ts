import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStreamLimiter } from './rules.ts';

const refused = { code: 'RATE_LIMITED', retry_after_s: 15 };

test('a user has as many streams as the limit allows, and another one when one of them ends', () => {
  const limiter = createStreamLimiter(2);
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
  limiter.acquire('u', first.signal);
  limiter.acquire('u', second.signal);
  assert.throws(() => limiter.acquire('u', third.signal), refused);
  limiter.acquire('another user', third.signal);
  first.abort();
  limiter.acquire('u', third.signal);
  assert.throws(() => limiter.acquire('u', new AbortController().signal), refused);
});

test('the end of the last stream leaves the whole limit', () => {
  const limiter = createStreamLimiter(1);
  for (let time = 0; time < 3; time += 1) {
    const stream = new AbortController();
    limiter.acquire('u', stream.signal);
    assert.throws(() => limiter.acquire('u', new AbortController().signal), refused);
    stream.abort();
  }
});
