import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startService } from '../../demo/service.ts';
import { aUsedPlace } from './place.ts';

const place = await aUsedPlace();
after(() => place.remove());

/** How many files the cache has, by the folder for a version and a set of flags of V8. */
async function countCached(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const cache = join(place.env.DATA_DIR, 'cache');
  for (const folder of await readdir(cache)) counts[folder] = (await readdir(join(cache, folder))).length;
  return counts;
}

test('a start uses the modules that the first one compiled', async () => {
  // The tests have a cache of their own.
  const env = { ...place.env, NODE_COMPILE_CACHE: '' };
  await (await startService(env)).stop();
  const first = await countCached();
  await (await startService(env)).stop();
  const second = await countCached();
  assert.equal(Object.keys(first).length, 1);
  assert.deepEqual(Object.keys(second), Object.keys(first));
  const [[before, after] = [0, 0]] = Object.keys(first).map((folder) => [first[folder] ?? 0, second[folder] ?? 0]);
  // In the first start, the first files were compiled before there was a cache.
  assert.ok(before > 500 && after < 1.05 * before, `${before} files, and then ${after}`);
});
