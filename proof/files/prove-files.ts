import assert from 'node:assert/strict';
import { createClient } from '../../demo/client.ts';
import { openShop } from '../../demo/load.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { openStand } from '../stand.ts';
import { type Format, peakMemory, proveRoundTrip, recordsOf } from './big-files.ts';

/** By how much the service's memory may grow when files are ten times as long. */
const growthAtMost_mib = 128;

const perSecond = (rows: number, seconds: number) => `${seconds.toFixed(1)} s (${Math.round(rows / seconds)} rows/s)`;

/** Proves files of this number of rows and of a tenth of it, on a separate service. */
export async function proveFiles({ size: rows, say }: Pick<ProofRun, 'size' | 'say'>): Promise<void> {
  const stand = await openStand();
  try {
    const peaks: number[] = [];
    for (const size of [Math.ceil(rows / 10), rows]) {
      for (const format of ['csv', 'xlsx'] satisfies Format[]) {
        const client = createClient(stand.url);
        await openShop(client);
        const figures = await proveRoundTrip(client, recordsOf(size, format), format);
        const { check_s, import_s, again_s, export_s } = figures;
        say(
          `${size} rows of ${format}: checked in ${perSecond(size, check_s)}, imported in ${perSecond(size, import_s)}, ` +
            `exported in ${perSecond(size, export_s)}, imported again in ${perSecond(size, again_s)}`,
        );
      }
      peaks.push(await peakMemory(stand.service()));
      say(`${size} rows: the service took ${peaks.at(-1)} MiB at most`);
    }
    const [small = 0, large = 0] = peaks;
    assert.ok(large - small <= growthAtMost_mib, `memory grew from ${small} to ${large} MiB`);
  } finally {
    await stand.close();
  }
}

/** What goes in comes out as it is, in memory that does not grow with it; `npm test` proves a tenth of this. */
export const proof: Proof = { unit: 'rows', long: 50_000, prove: proveFiles };
