import assert from 'node:assert/strict';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { until } from '../../../../test/until.ts';
import { collectGarbageWhenIdle } from './collect-garbage.ts';

let collected = 0;
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { flags } = (entry as unknown as { detail: { flags: number } }).detail;
    if (flags === constants.NODE_PERFORMANCE_GC_FLAGS_ALL_AVAILABLE_GARBAGE) collected += 1;
  }
});
observer.observe({ entryTypes: ['gc'] });
after(() => observer.disconnect());

const untilCollected = async () => {
  const before = collected;
  collectGarbageWhenIdle();
  await until(() => collected > before);
};

test('collects all garbage in an idle moment after the start, and not after a stop', async () => {
  await untilCollected();
  // V8 may collect in several steps.
  const once = collected;
  const start = Promise.withResolvers<void>();
  collectGarbageWhenIdle(start.promise);
  const stopped = collectGarbageWhenIdle();
  await setImmediate();
  stopped.stop();
  await untilCollected();
  await untilCollected();
  assert.equal(collected, 3 * once);
  assert.equal('gc' in globalThis, false);
  start.resolve();
  await until(() => collected > 3 * once);
  assert.equal(collected, 4 * once);
});
