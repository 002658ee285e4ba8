import assert from 'node:assert/strict';
import { until } from '../../test/until.ts';
import type { Recorded } from '../crash/acts.ts';
import { createWorkload } from '../crash/draw.ts';
import { openStore } from '../crash/stores.ts';
import type { ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { openStand } from '../stand.ts';
import { disturb, promised } from './faults.ts';
import { proveOverload } from './overload.ts';
import { openProxiedStand } from './proxied-stand.ts';
import { startTills } from './trade.ts';

/** As many as there are connections to the database, and more. */
const manyTills = 24;

/** A service that does not look for connections that the network has lost waits for them, and that must be found. */
export async function findLateReturn({ seed, say }: ProofRun): Promise<void> {
  const random = createRandom(seed);
  const stand = await openProxiedStand({
    file: 'server/src/platform/database/pool/heartbeat.ts',
    from: 'if (wasAway) cutSilent(',
    to: 'if (wasAway && false) cutSilent(',
  });
  try {
    const { url } = stand;
    const store = await openStore(url, 'control');
    const acts: Recorded[] = [];
    const tillOf = (name: string) => ({
      url,
      token: store.token,
      workload: createWorkload(name, store, random.split()),
    });
    const working = startTills(
      Array.from({ length: manyTills }, (_, at) => tillOf(`control-${at}`)),
      acts,
    );
    await until(() => acts.length > manyTills * 5);
    const lost = {
      stand,
      canary: tillOf('control-canary'),
      acts,
      fault: 'half-open',
      where: 'back',
      lasts_ms: 2_000,
      bounds: promised,
    } as const;
    await assert.rejects(disturb(lost), /half-open back: the first success came/);
    await working.rest();
    say('a service that does not look for lost connections was found to come back too late, as it must be');
  } finally {
    await stand.close();
  }
}

/** A service without load shedding makes all requests wait, and the proof must notice. */
export async function findQueue({ say }: ProofRun): Promise<void> {
  const stand = await openStand({
    altered: {
      file: 'server/src/platform/limits/load-shedding.ts',
      from: 'atOnceAtMost = 160',
      to: 'atOnceAtMost = 100_000',
    },
  });
  try {
    const bounds = { lasts_ms: 3_000, shed_ms: 50, slower: 2, recovers_within_ms: 1_000, memory_mib: 512 };
    await assert.rejects(proveOverload(stand, say, bounds), /turned away|was let in waited/);
    say('noticed a service without load shedding');
  } finally {
    await stand.close();
  }
}
