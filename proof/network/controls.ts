import assert from 'node:assert/strict';
import { until } from '../../test/until.ts';
import type { Alteration } from '../altered-source.ts';
import type { OperationRecord } from '../crash/operations.ts';
import { openStore } from '../crash/stores.ts';
import { createWorkload } from '../crash/workload.ts';
import type { ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { openTestBed } from '../test-bed.ts';
import { disturb, promisedBounds } from './faults.ts';
import { proveOverload } from './overload.ts';
import { openProxiedTestBed } from './proxied-test-bed.ts';
import { startTills } from './tills.ts';

/** More than the service has connections to the database. */
const manyTills = 24;

export const withoutLostConnections: Alteration = {
  file: 'server/src/platform/database/pool/heartbeat.ts',
  from: 'if (isUnavailable)',
  to: 'if (isUnavailable && false)',
};

const shedding = 'server/src/platform/limits/load-shedding.ts';
export const withoutShedding: readonly Alteration[] = [
  { file: shedding, from: 'burst_limit = 100;', to: 'burst_limit = 100_000;' },
  { file: shedding, from: 'sustained_limit = 72;', to: 'sustained_limit = 100_000;' },
  { file: shedding, from: 'arriving_limit = 400;', to: 'arriving_limit = 100_000;' },
];

/** A service that does not detect lost connections waits for them, and the proof must notice. */
export async function noticeSlowRecovery({ seed, say }: ProofRun): Promise<void> {
  const random = createRandom(seed);
  const testBed = await openProxiedTestBed(withoutLostConnections);
  try {
    const { url } = testBed;
    const store = await openStore(url, 'control');
    const operations: OperationRecord[] = [];
    const tillOf = (name: string) => ({
      url,
      store,
      workload: createWorkload(name, store, random.split()),
    });
    const working = startTills(
      Array.from({ length: manyTills }, (_, at) => tillOf(`control-${at}`)),
      operations,
    );
    await until(() => operations.length > manyTills * 5);
    const lost = {
      testBed,
      canary: tillOf('control-canary'),
      operations,
      fault: 'half-open',
      where: 'backend',
      lasts_ms: 2_000,
      bounds: promisedBounds,
    } as const;
    await assert.rejects(disturb(lost), /half-open backend: the first success came/);
    await working.stop();
    say('noticed that a service without detection of lost connections recovers too late, as expected');
  } finally {
    await testBed.close();
  }
}

/** A service without load shedding makes all requests wait, and the proof must notice. */
export async function noticeMissingShedding({ say }: ProofRun): Promise<void> {
  const testBed = await openTestBed({ altered: withoutShedding });
  try {
    const bounds = { lasts_ms: 3_000, rejection_ms: 50, slowdown: 2, recovers_within_ms: 1_000, memory_mib: 512 };
    await assert.rejects(
      proveOverload(testBed, say, bounds),
      /rejected|accepted requests waited|unexpected statuses: .*\b0$/m,
    );
    say('noticed a service without load shedding');
  } finally {
    await testBed.close();
  }
}
