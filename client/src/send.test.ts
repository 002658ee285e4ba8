import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TillhouseError } from './failure.ts';
import { buildRequest } from './request.ts';
import { createSend, type SendOptions } from './send.ts';

const rejected = (code: string, status: number) =>
  Response.json({ success: false, error: { code, message: 'no', details: [] } }, { status });

/** Sends one request to a service that gives these responses, one after the other. */
async function sendTo(responses: readonly (() => Response)[], options: Partial<SendOptions> = {}) {
  const tokens: string[] = [];
  const renewed: (string | undefined)[] = [];
  const waits: number[] = [];
  const send = createSend({
    fetch: async (_url, init) => {
      tokens.push(new Headers(init?.headers).get('authorization') ?? 'none');
      // An error of the network: endless tries would block the process.
      if (tokens.length > 5) throw new TypeError('too many tries');
      const next = responses[Math.min(tokens.length, responses.length) - 1] ?? assert.fail('no response');
      return next();
    },
    retry: { tries: 3, first_wait_ms: 100, longest_wait_ms: 1_000, total_ms: 60_000 },
    timeout_ms: 60_000,
    wait: async (ms) => {
      waits.push(ms);
      if (waits.length > 5) throw new Error('too many waits');
    },
    ...options,
  });
  const request = buildRequest({ baseUrl: 'http://service' }, { method: 'GET', path: '/things' }, {});
  const bearer = {
    token: async (expired?: string) => {
      if (expired !== undefined) renewed.push(expired);
      return `token ${renewed.length}`;
    },
  };
  const result = await send(request, { bearer }).catch((error: unknown) => error);
  return { result, tokens, renewed, waits };
}

test('a rejected token is renewed once; a second rejection is the answer', async () => {
  const { result, tokens, renewed } = await sendTo([() => rejected('TOKEN_EXPIRED', 401)]);
  assert.ok(result instanceof TillhouseError && result.code === 'TOKEN_EXPIRED');
  assert.deepEqual(tokens, ['Bearer token 0', 'Bearer token 1']);
  assert.deepEqual(renewed, ['token 0']);
});

test('the request is repeated with the renewed token', async () => {
  const { result, tokens, waits } = await sendTo([
    () => rejected('UNAUTHENTICATED', 401),
    () => Response.json({ success: true, data: 7 }),
  ]);
  assert.deepEqual(result, { success: true, data: 7 });
  assert.deepEqual(tokens, ['Bearer token 0', 'Bearer token 1']);
  assert.deepEqual(waits, []);
});

test('another rejection renews nothing and is not repeated', async () => {
  const { result, tokens, renewed } = await sendTo([() => rejected('FORBIDDEN', 403)]);
  assert.ok(result instanceof TillhouseError && result.code === 'FORBIDDEN' && result.outcome === 'refused');
  assert.deepEqual([tokens.length, renewed], [1, []]);
});

test('a temporary failure is repeated after a wait', async () => {
  const { result, tokens, waits } = await sendTo([
    () => rejected('SERVICE_UNAVAILABLE', 503),
    () => Response.json({ success: true, data: 8 }),
  ]);
  assert.deepEqual(result, { success: true, data: 8 });
  assert.deepEqual([tokens.length, waits.length], [2, 1]);
});

test('gives up after the last try', async () => {
  const { result, tokens, waits } = await sendTo([() => rejected('SERVICE_UNAVAILABLE', 503)]);
  assert.ok(result instanceof TillhouseError && result.status === 503);
  assert.deepEqual([tokens.length, waits.length], [3, 2]);
});

test('the time of all tries counts from the start of the call', async ({ mock }) => {
  const clock = mock.method(performance, 'now', () => 50_000);
  const retry = { tries: 3, first_wait_ms: 100, longest_wait_ms: 1_000, total_ms: 1_000 };
  const answers = [() => rejected('SERVICE_UNAVAILABLE', 503), () => Response.json({ success: true, data: 9 })];
  assert.deepEqual((await sendTo(answers, { retry })).result, { success: true, data: 9 });
  const late = () => {
    clock.mock.mockImplementation(() => 51_000);
    return rejected('SERVICE_UNAVAILABLE', 503);
  };
  assert.ok((await sendTo([late, ...answers], { retry })).result instanceof TillhouseError);
});

test('waits until the date of Retry-After', async ({ mock }) => {
  const now = Date.parse('2026-03-12T14:30:00Z');
  mock.method(Date, 'now', () => now);
  const waitFor = async (date_ms: number) => {
    const headers = { 'retry-after': new Date(date_ms).toUTCString() };
    const { waits } = await sendTo([
      () => new Response('', { status: 503, headers }),
      () => Response.json({ success: true }),
    ]);
    return waits[0] ?? assert.fail('no wait');
  };
  const later_ms = await waitFor(now + 2_000);
  assert.ok(later_ms >= 2_000 && later_ms <= 2_100, String(later_ms));
  const earlier_ms = await waitFor(now - 2_000);
  assert.ok(earlier_ms >= 0 && earlier_ms <= 100, String(earlier_ms));
});
