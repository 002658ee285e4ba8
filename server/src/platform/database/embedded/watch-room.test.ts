import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../../../test/until.ts';
import { watchRoom } from './watch-room.ts';

const mib = 1024 * 1024;

test('reports no room below the limit, and room again a little above it; logs each change once', async (context) => {
  let free = 200 * mib;
  let looks = 0;
  const said: string[] = [];
  const hear = (_: object, message: string) => said.push(message);
  const free_bytes = async () => {
    looks += 1;
    if (free < 0) throw new Error('nobody knows');
    return free;
  };
  const room = await watchRoom('/data', { info: hear, warn: hear }, { free_bytes, every_ms: 1 });
  context.after(() => room.stop());
  const after = async (bytes: number) => {
    free = bytes;
    const before = looks;
    await until(() => looks > before + 2);
    return room.isLeft();
  };
  assert.equal(room.isLeft(), true);
  assert.equal(await after(64 * mib), true);
  assert.equal(await after(64 * mib - 1), false);
  assert.equal(await after(70 * mib), false);
  assert.equal(await after(80 * mib), true);
  assert.equal(await after(0), false);
  assert.equal(await after(-1), true);
  assert.equal(said.length, 4);
});
