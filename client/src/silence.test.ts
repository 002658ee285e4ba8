import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { followEvents } from './follow.ts';

/** Follows a stream that sends its position once, and then nothing. The second attempt never opens. */
function followSilentStream() {
  const signals: string[] = [];
  let tries = 0;
  const open = () => {
    tries += 1;
    if (tries > 1) return new Promise<never>(() => undefined);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('id: 4\n\n')),
    });
    return Promise.resolve(body);
  };
  const abortable = async (_position: string | undefined, signal: AbortSignal) => {
    const body = await open();
    // Like a body of fetch, the stream fails when its request is aborted.
    const pipe = new TransformStream<Uint8Array, Uint8Array>();
    void body.pipeTo(pipe.writable, { signal }).catch(() => undefined);
    return pipe.readable;
  };
  const ending = new AbortController();
  const events = followEvents(abortable, {
    signal: ending.signal,
    wait: async () => undefined,
    onConnection: (isOpen) => signals.push(isOpen ? 'open' : 'lost'),
    onActivity: () => signals.push('received'),
  });
  void events.next().catch(() => undefined);
  return { signals, tries: () => tries, end: () => ending.abort() };
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
};

/** Mocks the timers and the clock. The returned function advances each. */
function mockTimers(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let now = Date.now();
  context.mock.method(Date, 'now', () => now);
  return (ms: { clock: number; timers: number }) => {
    now += ms.clock;
    context.mock.timers.tick(ms.timers);
  };
}

test('replaces a connection that is silent for fifteen seconds', async (context) => {
  const advance = mockTimers(context);
  const { signals, tries, end } = followSilentStream();
  await settle();
  assert.deepEqual([...new Set(signals)], ['open', 'received']);
  for (let second = 1; second < 15; second += 1) advance({ clock: 1_000, timers: 1_000 });
  await settle();
  assert.equal(tries(), 1);
  advance({ clock: 1_000, timers: 1_000 });
  await settle();
  assert.deepEqual([signals.at(-1), tries()], ['lost', 2]);
  end();
});

test('gives up a connection within a second after the computer slept', async (context) => {
  const advance = mockTimers(context);
  const { signals, tries, end } = followSilentStream();
  await settle();
  advance({ clock: 3_600_000, timers: 1_000 });
  await settle();
  assert.deepEqual([signals.at(-1), tries()], ['lost', 2]);
  end();
});
