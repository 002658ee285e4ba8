import assert from 'node:assert/strict';
import { createClient } from '../../demo/client.ts';
import { openShop } from '../../demo/load.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { openTestBed } from '../test-bed.ts';
import { type Format, peakMemory, proveRoundTrip, recordsOf } from './big-files.ts';

/** The allowed growth of the service's memory when files are ten times as long. */
const growthAtMost_mib = 128;

const perSecond = (rows: number, seconds: number) => `${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows/s)`;

/** Imports and exports files of this number of rows, and of a tenth of it. */
export async function proveFiles({ size: rows, say }: Pick<ProofRun, 'size' | 'say'>): Promise<void> {
  const testBed = await openTestBed();
  try {
    const peaks: number[] = [];
    for (const size of [Math.ceil(rows / 10), rows]) {
      for (const format of ['csv', 'xlsx'] satisfies Format[]) {
        const client = createClient(testBed.url);
        await openShop(client);
        const figures = await proveRoundTrip(client, recordsOf(size, format), format);
        const { check_s, import_s, again_s, export_s } = figures;
        say(
          `${size} rows of ${format}: checked in ${perSecond(size, check_s)}, imported in ${perSecond(size, import_s)}, ` +
            `exported in ${perSecond(size, export_s)}, imported again in ${perSecond(size, again_s)}`,
        );
      }
      peaks.push(await peakMemory(testBed.service()));
      say(`${size} rows: the service used ${peaks.at(-1)} MiB at most`);
    }
    const [small = 0, large = 0] = peaks;
    assert.ok(large - small <= growthAtMost_mib, `memory grew from ${small} to ${large} MiB`);
  } finally {
    await testBed.close();
  }
}

/** An export equals the import, and the memory does not grow with the number of rows. `npm test` tries fewer rows. */
export const proof: Proof = { unit: 'rows', long: 50_000, prove: proveFiles };
