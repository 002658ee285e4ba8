import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStreamLimiter, readTypes } from './rules.ts';

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

test('reads types, groups of types and all types, each once', () => {
  const known = ['sale.created', 'sale.voided', 'stock.low', 'sales.closed'];
  for (const [text, types] of [
    [undefined, null],
    ['', null],
    [' , ', null],
    ['stock.low', ['stock.low']],
    [' sale.voided , , stock.low ', ['sale.voided', 'stock.low']],
    ['sale.*', ['sale.created', 'sale.voided']],
    ['sale.voided,sale.*,sale.voided', ['sale.voided', 'sale.created']],
    ['*', known],
  ] as const)
    assert.deepEqual(readTypes(text, known), types, String(text));
});

test('rejects types that do not exist, naming each of them', () => {
  const known = ['sale.created', 'stock.low'];
  assert.throws(() => readTypes('sale,stock.low,sal.*,**', known), {
    code: 'VALIDATION_ERROR',
    details: ['sale', 'sal.*', '**'].map((name) => ({ field: 'types', message: `“${name}” is not an event type` })),
  });
});
