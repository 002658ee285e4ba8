import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { until } from '../../../../../test/until.ts';
import { monitorDiskSpace } from './monitor-disk-space.ts';

const mib = 1024 * 1024;

test('reports no space below the limit, and space again at a higher limit; logs each change once', async (context) => {
  let free = 200 * mib;
  let checks = 0;
  const messages: string[] = [];
  const record = (_: object, message: string) => messages.push(message);
  const free_bytes = async () => {
    checks += 1;
    if (free < 0) throw new Error('the free space is unknown');
    return free;
  };
  const monitor = await monitorDiskSpace('/data', { info: record, warn: record }, { free_bytes, every_ms: 1 });
  context.after(() => monitor.stop());
  const after = async (bytes: number) => {
    free = bytes;
    const before = checks;
    await until(() => checks > before + 2);
    return monitor.hasSpace();
  };
  assert.equal(monitor.hasSpace(), true);
  assert.equal(await after(64 * mib), true);
  assert.equal(await after(64 * mib - 1), false);
  assert.equal(await after(70 * mib), false);
  assert.equal(await after(80 * mib), true);
  assert.equal(await after(0), false);
  assert.equal(await after(-1), true);
  assert.equal(messages.length, 4);
});

test('a monitor that is stopped, during a check or between two, does not check again', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const log = { info: () => undefined, warn: () => undefined };
  for (const isChecking of [true, false]) {
    const checks: PromiseWithResolvers<number>[] = [];
    const free_bytes = () => {
      const check = Promise.withResolvers<number>();
      checks.push(check);
      return check.promise;
    };
    const opened = monitorDiskSpace('/', log, { free_bytes, every_ms: 100 });
    checks[0]?.resolve(2 ** 40);
    const monitor = await opened;
    context.mock.timers.tick(100);
    assert.equal(checks.length, 2);
    if (isChecking) monitor.stop();
    checks[1]?.resolve(2 ** 40);
    await setImmediate();
    if (!isChecking) monitor.stop();
    context.mock.timers.tick(1_000);
    assert.equal(checks.length, 2, isChecking ? 'during a check' : 'between two');
  }
});
