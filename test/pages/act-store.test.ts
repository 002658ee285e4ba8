import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAct } from '../../client/src/act.ts';
import { TillhouseError } from '../../client/src/failure.ts';
import { createActStore } from '../../web/src/session/act-store.ts';

const failure = (status: number, code: string) => new TillhouseError(code, { status, code });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A store whose requests are answered by hand, and whose waits end by hand. */
function aStore() {
  const requests: { name: string; key: string | undefined; body: unknown; end: PromiseWithResolvers<unknown> }[] = [];
  const waits: { ms: number; work(): void; isCancelled: boolean }[] = [];
  let unseen = 0;
  const store = createActStore({
    newAct: () =>
      createAct((name, { idempotencyKey, body }) => {
        const end = Promise.withResolvers<unknown>();
        requests.push({ name, key: idempotencyKey, body, end });
        return end.promise;
      }),
    later(work, ms) {
      const wait = { ms, work, isCancelled: false };
      waits.push(wait);
      return () => {
        wait.isCancelled = true;
      };
    },
    onDoneUnseen: () => {
      unseen += 1;
    },
  });
  const answer = async (at: number, how: (end: PromiseWithResolvers<unknown>) => void) => {
    const request = requests[at];
    assert.ok(request);
    how(request.end);
    await settled();
  };
  return { store, requests, waits, answer, unseen: () => unseen };
}

const refund = (amount: number) => ({
  name: 'refundTransaction' as const,
  call: { path: { id: 'sale' }, body: { amount } },
});

test('repeats a request of unknown outcome unchanged until the response is definite', async () => {
  const { store, requests, waits, answer } = aStore();
  const heard: unknown[] = [];
  store.subscribe('refund', { onChange: () => undefined, onDone: (said) => heard.push(said) });
  store.send('refund', refund(5));
  store.send('refund', refund(5));
  assert.equal(requests.length, 1);
  await answer(0, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  assert.partialDeepStrictEqual(store.stateOf('refund'), { isPending: false, isUnknown: true, error: null });
  store.send('refund', refund(7));
  await answer(1, ({ reject }) => reject(failure(429, 'RATE_LIMITED')));
  assert.ok(store.stateOf('refund').isUnknown);
  assert.deepEqual(
    waits.map(({ isCancelled }) => isCancelled),
    [true, false],
  );
  waits[1]?.work();
  assert.deepEqual(
    requests.map(({ key }) => key).filter((key) => key !== requests[0]?.key),
    [],
  );
  await answer(2, ({ resolve }) => resolve('done'));
  assert.deepEqual(heard, ['done']);
  assert.deepEqual(
    requests.map(({ body }) => body),
    [{ amount: 5 }, { amount: 5 }, { amount: 5 }],
  );
  store.send('refund', refund(7));
  assert.notEqual(requests[3]?.key, requests[0]?.key);
});

test('shows a rejection and unlocks the form', async () => {
  const { store, requests, answer } = aStore();
  const refused: unknown[] = [];
  store.subscribe('refund', { onChange: () => undefined, onRefused: (error) => refused.push(error) });
  store.send('refund', refund(5));
  const error = failure(422, 'INVALID_STATE');
  await answer(0, ({ reject }) => reject(error));
  assert.partialDeepStrictEqual(store.stateOf('refund'), { isPending: false, isUnknown: false });
  assert.deepEqual([store.stateOf('refund').error, refused], [error, [error]]);
  store.send('refund', refund(4));
  assert.notEqual(requests[1]?.key, requests[0]?.key);
  assert.equal(store.stateOf('refund').error, null);
});

test('shows an unknown outcome when its form opens again', async () => {
  const { store, requests, answer, unseen } = aStore();
  const close = store.subscribe('refund', { onChange: () => undefined });
  store.send('refund', refund(5));
  await answer(0, ({ reject }) => reject(failure(500, 'INTERNAL_ERROR')));
  const unmark = store.markShown('refund');
  assert.equal(store.hiddenUnknown(), 0);
  unmark();
  close();
  assert.equal(store.hiddenUnknown(), 1);
  const closeAgain = store.subscribe('refund', { onChange: () => undefined });
  assert.ok(store.stateOf('refund').isUnknown);
  closeAgain();
  store.sendAllAgain();
  await answer(1, ({ resolve }) => resolve('done'));
  assert.equal(requests.length, 2);
  assert.deepEqual([unseen(), store.hiddenUnknown(), store.hasUnknown()], [1, 0, false]);
  store.subscribe('refund', { onChange: () => undefined });
  assert.equal(store.stateOf('refund').answer, undefined);
});

test('repeats no request while nobody is signed in, or as another user', async () => {
  const { store, requests, waits, answer } = aStore();
  store.send('refund', refund(5));
  await answer(0, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  store.hold();
  assert.deepEqual(
    waits.map(({ isCancelled }) => isCancelled),
    [true],
  );
  store.release();
  await answer(1, ({ reject }) => reject(failure(0, 'NO_ANSWER')));
  assert.equal(requests.length, 2);
  store.clear();
  waits.at(-1)?.work();
  store.sendAllAgain();
  assert.equal(requests.length, 2);
  assert.ok(!store.hasUnknown());
});
