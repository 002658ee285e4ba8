import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { followEvents } from './follow.ts';

/** Follows a stream that sends its position once and then nothing; the second attempt never opens. */
function followSilence() {
  const told: string[] = [];
  let tries = 0;
  const open = () => {
    tries += 1;
    if (tries > 1) return new Promise<never>(() => undefined);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('id: 4\n\n')),
    });
    return Promise.resolve(body);
  };
  const abortable = async (_place: string | undefined, signal: AbortSignal) => {
    const body = await open();
    // Like a body of fetch, it fails when its request is aborted.
    const pipe = new TransformStream<Uint8Array, Uint8Array>();
    void body.pipeTo(pipe.writable, { signal }).catch(() => undefined);
    return pipe.readable;
  };
  const ending = new AbortController();
  const events = followEvents(abortable, {
    signal: ending.signal,
    wait: async () => undefined,
    onConnection: (isOpen) => told.push(isOpen ? 'open' : 'lost'),
    onHeard: () => told.push('heard'),
  });
  void events.next().catch(() => undefined);
  return { told, tries: () => tries, end: () => ending.abort() };
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
};

/** Mock timers with a clock. */
function stillTimers(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let now = Date.now();
  context.mock.method(Date, 'now', () => now);
  return (ms: { clock: number; timers: number }) => {
    now += ms.clock;
    context.mock.timers.tick(ms.timers);
  };
}

test('replaces a connection that is silent for fifteen seconds', async (context) => {
  const pass = stillTimers(context);
  const { told, tries, end } = followSilence();
  await turns();
  assert.deepEqual([...new Set(told)], ['open', 'heard']);
  for (let second = 1; second < 15; second += 1) pass({ clock: 1_000, timers: 1_000 });
  await turns();
  assert.equal(tries(), 1);
  pass({ clock: 1_000, timers: 1_000 });
  await turns();
  assert.deepEqual([told.at(-1), tries()], ['lost', 2]);
  end();
});

test('gives up a connection within a second after the computer slept', async (context) => {
  const pass = stillTimers(context);
  const { told, tries, end } = followSilence();
  await turns();
  pass({ clock: 3_600_000, timers: 1_000 });
  await turns();
  assert.deepEqual([told.at(-1), tries()], ['lost', 2]);
  end();
});
