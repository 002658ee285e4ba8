import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createClient } from '../../demo/client.ts';
import { openShop } from '../../demo/load.ts';
import { isReady, startService } from '../../demo/service.ts';
import { peakMemory } from '../../proof/files/big-files.ts';
import { harmlessFiles, refusedFiles } from '../hostile-files.ts';
import { aUsedPlace } from './place.ts';

/** Uploads all hostile files to one running service. */

const place = await aUsedPlace();
const temporary = join(place.env.DATA_DIR, '..', 'temporary');
await mkdir(temporary, { mode: 0o777 });
const service = await startService({ ...place.env, TMPDIR: temporary });
after(async () => {
  await service.stop();
  await place.remove();
});

/** The allowed growth of memory beyond that of a valid file of the same size. Each worker thread has its own heap. */
const maxGrowth_mib = 128;

test('limits memory and disk space of hostile files, and continues', async (t) => {
  const client = createClient(service.url);
  await openShop(client);
  // 9 MB, as large as the largest hostile file.
  const rows = Array.from(
    { length: 5_000 },
    (_, at) => `H${at},${'Honest '.repeat(40)},1,"${'and long '.repeat(160)}"`,
  );
  const valid = ['sku,name,price,description', ...rows].join('\n');
  // Repeated until the garbage collector has run once.
  for (let turn = 0; turn < 5; turn += 1)
    await client.upload('/inventory/import/validate', new File([valid], 'valid.csv'));
  const before = await peakMemory(service);
  const slowest = { what: '', seconds: 0 };
  const files = [
    ...Object.entries(refusedFiles),
    ...Object.entries(harmlessFiles).map(([what, { make }]) => [what, make] as const),
  ];
  for (const [what, make] of files) {
    const content = make();
    const file = new File(
      [typeof content === 'string' ? content : new Uint8Array(content)],
      '../../../../tmp/evil.xlsx',
    );
    const started = performance.now();
    // The client throws on a 4xx response. It repeats any other failure.
    const answer = await client.upload('/inventory/import/validate', file).catch((error: Error) => error.message);
    const seconds = (performance.now() - started) / 1_000;
    if (seconds > slowest.seconds) Object.assign(slowest, { what, seconds });
    if (typeof answer === 'string') assert.match(answer, /was rejected with 422/, what);
  }
  t.diagnostic(`${files.length} files; the slowest, “${slowest.what}”, answered after ${slowest.seconds.toFixed(2)} s`);
  const grown = (await peakMemory(service)) - before;
  t.diagnostic(`memory grew by ${grown} MiB over the ${before} MiB of a valid file`);
  assert.ok(grown <= maxGrowth_mib, `memory grew by ${grown} MiB`);
  assert.equal(client.retries(), 0, 'a request had a 5xx response, or none');
  assert.ok(await isReady(service.url));
  assert.deepEqual(await readdir(temporary), []);
  assert.deepEqual(await readdir(join(place.env.DATA_DIR, 'files')).catch(() => []), []);
});
