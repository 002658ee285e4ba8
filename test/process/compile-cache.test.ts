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
  const [folder = '', ...others] = Object.keys(first);
  assert.deepEqual(others, []);
  assert.deepEqual(Object.keys(second), [folder]);
  const [written = 0, later = 0] = [first[folder], second[folder]];
  // In the first start, the first files were compiled before there was a cache.
  assert.ok(written > 500 && later < 1.05 * written, `${written} files, and then ${later}`);
});
