import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TillhouseError } from '../../client/src/failure.ts';
import { createIdempotentRequest } from '../../client/src/idempotent-request.ts';
import { createRequestStore } from '../../web/src/session/request-store.ts';

const failure = (status: number, code: string) => new TillhouseError(code, { status, code });
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A store whose requests and delays the test ends. */
function createTestStore() {
  const requests: { name: string; key: string | undefined; body: unknown; end: PromiseWithResolvers<unknown> }[] = [];
  const delays: { ms: number; work(): void; isCancelled: boolean }[] = [];
  let doneWithoutForm = 0;
  const store = createRequestStore({
    newRequest: () =>
      createIdempotentRequest((name, { idempotencyKey, body }) => {
        const end = Promise.withResolvers<unknown>();
        requests.push({ name, key: idempotencyKey, body, end });
        return end.promise;
      }),
    later(work, ms) {
      const delay = { ms, work, isCancelled: false };
      delays.push(delay);
      return () => {
        delay.isCancelled = true;
      };
    },
    onDoneWithoutForm: () => {
      doneWithoutForm += 1;
    },
  });
  const respond = async (at: number, settle: (end: PromiseWithResolvers<unknown>) => void) => {
    const request = requests[at];
    assert.ok(request);
    settle(request.end);
    await nextTurn();
  };
  return { store, requests, delays, respond, doneWithoutForm: () => doneWithoutForm };
}

const refund = (amount: number) => ({
  name: 'refundTransaction' as const,
  call: { path: { id: 'sale' }, body: { amount } },
});

test('repeats a request of unknown outcome unchanged until the response is definite', async () => {
  const { store, requests, delays, respond } = createTestStore();
  const responses: unknown[] = [];
  store.subscribe('refund', {
    onChange: () => undefined,
    onDone: (response) => responses.push(response),
    onRejected: (error) => responses.push(error),
  });
  store.send('refund', refund(5));
  store.send('refund', refund(5));
  assert.equal(requests.length, 1);
  await respond(0, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  assert.partialDeepStrictEqual(store.stateOf('refund'), { isPending: false, isUnknown: true, error: null });
  store.send('refund', refund(7));
  await respond(1, ({ reject }) => reject(failure(429, 'RATE_LIMITED')));
  assert.ok(store.stateOf('refund').isUnknown);
  assert.deepEqual(
    delays.map(({ isCancelled }) => isCancelled),
    [true, false],
  );
  delays[1]?.work();
  assert.deepEqual(
    requests.map(({ key }) => key).filter((key) => key !== requests[0]?.key),
    [],
  );
  await respond(2, ({ resolve }) => resolve('done'));
  assert.deepEqual(responses, ['done']);
  assert.deepEqual(
    requests.map(({ body }) => body),
    [{ amount: 5 }, { amount: 5 }, { amount: 5 }],
  );
  store.send('refund', refund(7));
  assert.notEqual(requests[3]?.key, requests[0]?.key);
});

test('shows a rejection and unlocks the form', async () => {
  const { store, requests, delays, respond } = createTestStore();
  const rejections: unknown[] = [];
  store.subscribe('refund', { onChange: () => undefined, onRejected: (error) => rejections.push(error) });
  store.send('refund', refund(5));
  const error = failure(422, 'INVALID_STATE');
  await respond(0, ({ reject }) => reject(error));
  assert.partialDeepStrictEqual(store.stateOf('refund'), { isPending: false, isUnknown: false });
  assert.deepEqual([store.stateOf('refund').error, rejections], [error, [error]]);
  store.send('refund', refund(4));
  assert.notEqual(requests[1]?.key, requests[0]?.key);
  assert.equal(store.stateOf('refund').error, null);
  await respond(1, ({ resolve }) => resolve('done'));
  store.sendAgain('refund');
  assert.deepEqual([requests.length, delays.length], [2, 0]);
});

test('shows an unknown outcome when its form opens again', async () => {
  const { store, requests, respond, doneWithoutForm } = createTestStore();
  const close = store.subscribe('refund', { onChange: () => undefined });
  store.send('refund', refund(5));
  await respond(0, ({ reject }) => reject(failure(500, 'INTERNAL_ERROR')));
  const unmark = store.markShown('refund');
  assert.equal(store.hiddenUnknown(), 0);
  unmark();
  close();
  assert.equal(store.hiddenUnknown(), 1);
  const closeAgain = store.subscribe('refund', { onChange: () => undefined });
  assert.ok(store.stateOf('refund').isUnknown);
  closeAgain();
  store.sendAllAgain();
  await respond(1, ({ resolve }) => resolve('done'));
  assert.equal(requests.length, 2);
  assert.deepEqual([doneWithoutForm(), store.hiddenUnknown(), store.hasUnknown()], [1, 0, false]);
  store.subscribe('refund', { onChange: () => undefined });
  assert.equal(store.stateOf('refund').response, undefined);
});

test('repeats no request while no user is signed in, or as another user', async () => {
  const { store, requests, delays, respond } = createTestStore();
  store.send('refund', refund(5));
  await respond(0, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  store.pause();
  assert.deepEqual(
    delays.map(({ isCancelled }) => isCancelled),
    [true],
  );
  store.resume();
  await respond(1, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  assert.equal(requests.length, 2);
  store.clear();
  delays.at(-1)?.work();
  store.sendAllAgain();
  assert.equal(requests.length, 2);
  assert.ok(!store.hasUnknown());
});

test('waits longer after each attempt, at least as long as the service asks, and briefly after a response', async () => {
  const { store, requests, delays, respond } = createTestStore();
  store.subscribe('refund', { onChange: () => undefined });
  store.send('refund', refund(5));
  const fail = async (error: Error) => {
    await respond(requests.length - 1, ({ reject }) => reject(error));
    delays.at(-1)?.work();
  };
  for (let attempt = 0; attempt < 6; attempt += 1) await fail(failure(0, 'NO_ANSWER'));
  const limited = (retry_after_s: number) => Object.assign(failure(429, 'RATE_LIMITED'), { retry_after_s });
  await fail(limited(40));
  await fail(limited(29));
  await respond(requests.length - 1, ({ resolve }) => resolve('done'));
  store.send('refund', refund(6));
  await fail(failure(0, 'NO_ANSWER'));
  await fail(limited(5));
  assert.deepEqual(
    delays.map(({ ms }) => ms),
    [2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 40_000, 30_000, 2_000, 5_000],
  );
});

test('reports each change of a request, and the number of hidden unknown outcomes when it changes', async () => {
  const { store, respond } = createTestStore();
  const states: unknown[] = [];
  const hidden: number[] = [];
  const show = () => states.push(store.stateOf('refund'));
  store.subscribe('refund', { onChange: show });
  const unwatch = store.watch(() => hidden.push(store.hiddenUnknown()));
  assert.deepEqual(store.stateOf('refund'), store.stateOf('never sent'));
  store.send('refund', refund(5));
  await respond(0, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  const unmark = [store.markShown('refund'), store.markShown('refund')];
  unmark[0]?.();
  assert.deepEqual(hidden, [1, 0]);
  unmark[1]?.();
  store.sendAgain('refund');
  store.reset('refund');
  await respond(1, ({ resolve }) => resolve('done'));
  unwatch();
  store.send('refund', refund(6));
  await respond(2, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  assert.deepEqual(hidden, [1, 0, 1, 0]);
  const sent = refund(5);
  const idle = { isPending: false, isUnknown: false, error: null, response: undefined, sent };
  assert.deepEqual(states, [
    { ...idle, isPending: true },
    { ...idle, isUnknown: true },
    { ...idle, isUnknown: true, isPending: true },
    { ...idle, response: 'done' },
    { ...idle, isPending: true, response: 'done', sent: refund(6) },
    { ...idle, isUnknown: true, response: 'done', sent: refund(6) },
  ]);
});

test('clears the result of a request on demand, but not one that is in flight or of unknown outcome', async () => {
  const { store, respond } = createTestStore();
  store.subscribe('refund', { onChange: () => undefined });
  const unsent = store.stateOf('never sent');
  store.reset('never sent');
  store.send('refund', refund(5));
  store.reset('refund');
  assert.ok(store.stateOf('refund').isPending);
  await respond(0, ({ resolve }) => resolve('done'));
  assert.deepEqual(store.stateOf('refund').sent, refund(5));
  store.reset('refund');
  assert.deepEqual(store.stateOf('refund'), unsent);
  store.send('refund', refund(6));
  await respond(1, ({ reject }) => reject(failure(422, 'INVALID_STATE')));
  store.reset('refund');
  assert.deepEqual(store.stateOf('refund'), unsent);
  store.send('refund', refund(7));
  await respond(2, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  store.reset('refund');
  assert.ok(store.stateOf('refund').isUnknown);
});

test('gives the result to the forms that are open, or to the one that closed last', async () => {
  const { store, respond, doneWithoutForm } = createTestStore();
  const told: string[] = [];
  const open = (name: string) =>
    store.subscribe('refund', {
      onChange: () => undefined,
      onDone: (response, { name: operation }) => told.push(`${name} ${response} ${operation}`),
      onRejected: (error, { name: operation }) => told.push(`${name} ${(error as Error).message} ${operation}`),
    });
  const closeFirst = open('first');
  const closeSecond = open('second');
  store.send('refund', refund(5));
  closeFirst();
  await respond(0, ({ resolve }) => resolve('done'));
  store.send('refund', refund(6));
  closeSecond();
  closeSecond();
  await respond(1, ({ reject }) => reject(failure(422, 'INVALID_STATE')));
  assert.equal(store.stateOf('refund').error, null);
  const closeThird = open('third');
  store.send('refund', refund(7));
  closeThird();
  assert.ok(store.stateOf('refund').isPending);
  await respond(2, ({ resolve }) => resolve('late'));
  assert.equal(store.stateOf('refund').response, undefined);
  assert.deepEqual(told, [
    'second done refundTransaction',
    'second INVALID_STATE refundTransaction',
    'third late refundTransaction',
  ]);
  assert.equal(doneWithoutForm(), 1);
});

test('a request that fails while no user is signed in is sent again when one is', async () => {
  const { store, requests, delays, respond } = createTestStore();
  store.send('refund', refund(5));
  store.pause();
  await respond(0, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  assert.deepEqual([delays.length, store.hasUnknown()], [0, true]);
  store.resume();
  store.sendAgain('refund');
  assert.equal(requests.length, 2);
  await respond(1, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  assert.equal(delays.length, 1);
  store.clear();
  assert.ok(delays[0]?.isCancelled);
  assert.deepEqual([store.hasUnknown(), store.hiddenUnknown()], [false, 0]);
  store.send('refund', refund(6));
  await respond(2, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  assert.deepEqual([delays.length, store.hasUnknown(), store.hiddenUnknown()], [2, true, 1]);
  store.sendAgain('refund');
  store.clear();
  await respond(3, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  assert.equal(delays.length, 2);
});

test('a request of an earlier page is of unknown outcome until its answer is definite', async () => {
  const { store, requests, respond } = createTestStore();
  store.subscribe('refund', { onChange: () => undefined });
  const { name, call } = refund(5);
  store.sendEarlier('refund', { name, call: { ...call, idempotencyKey: 'earlier' } });
  store.sendEarlier('refund', refund(7));
  assert.deepEqual(store.unfinished(), [{ name, call: { ...call, idempotencyKey: 'earlier' } }]);
  await respond(0, ({ reject }) => reject(failure(403, 'FORBIDDEN')));
  assert.ok(store.stateOf('refund').isUnknown);
  store.sendEarlier('refund', refund(7));
  await respond(1, ({ reject }) => reject(failure(422, 'VALIDATION_ERROR')));
  assert.deepEqual(
    requests.map(({ key, body }) => [key, body]),
    [
      ['earlier', { amount: 5 }],
      ['earlier', { amount: 5 }],
    ],
  );
  assert.deepEqual([store.hasUnknown(), store.unfinished()], [false, []]);
});
