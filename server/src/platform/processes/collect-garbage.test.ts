import assert from 'node:assert/strict';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { after, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
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

test('collects all garbage in an idle moment after the start, and not after a stop', async () => {
  collectGarbageWhenIdle();
  await until(() => collected > 0);
  assert.equal('gc' in globalThis, false);
  const start = Promise.withResolvers<void>();
  collectGarbageWhenIdle(start.promise);
  const stopped = collectGarbageWhenIdle();
  // It waits for an idle moment by then.
  await setImmediate();
  stopped.stop();
  // V8 collects in several steps, and the observer may tell of them one by one.
  await sleep(200);
  const before = collected;
  await sleep(1_500);
  assert.equal(collected, before);
  start.resolve();
  await until(() => collected > before);
});
