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
  store.subscribe('refund', { onChange: () => undefined, onDone: (response) => responses.push(response) });
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
  const { store, requests, respond } = createTestStore();
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
