import assert from 'node:assert/strict';
import { createClient } from '../../demo/client.ts';
import { openShop } from '../../demo/load.ts';
import { startService } from '../../demo/service.ts';
import { type Format, peakMemory, proveRoundTrip, recordsOf } from './big-files.ts';
import { aPlace } from './place.ts';

/** By how much the service's memory may grow when files are ten times as long. */
const growthAtMost_mib = 64;

const perSecond = (rows: number, seconds: number) => `${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows/s)`;

/** Proves files of so many rows, and of a tenth of that, on a service of their own. */
export async function proveFiles(rows: number, say: (line: string) => void): Promise<void> {
  const place = await aPlace();
  const service = await startService({ ...place.env, LOG_LEVEL: 'warn' });
  try {
    const peaks: number[] = [];
    for (const size of [Math.ceil(rows / 10), rows]) {
      for (const format of ['csv', 'xlsx'] satisfies Format[]) {
        const client = createClient(service.url);
        await openShop(client);
        const figures = await proveRoundTrip(client, recordsOf(size, format), format);
        const { rehearsal_s, import_s, again_s, export_s } = figures;
        say(
          `${size} rows of ${format}: rehearsed in ${perSecond(size, rehearsal_s)}, imported in ${perSecond(size, import_s)}, ` +
            `exported in ${perSecond(size, export_s)}, imported again in ${perSecond(size, again_s)}`,
        );
      }
      peaks.push(await peakMemory(service));
      say(`${size} rows: the service took ${peaks.at(-1)} MiB at most`);
    }
    const [small = 0, large = 0] = peaks;
    assert.ok(large - small <= growthAtMost_mib, `memory grew from ${small} to ${large} MiB`);
  } finally {
    await service.stop();
    await place.remove();
  }
}
