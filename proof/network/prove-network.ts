import assert from 'node:assert/strict';
import { join } from 'node:path';
import { brokenInvariants } from '../../test/invariants.ts';
import { checkOperations, findPlantedFaults } from '../crash/check.ts';
import type { Operation, OperationRecord, Store } from '../crash/operations.ts';
import { openStore } from '../crash/stores.ts';
import { replay, settle } from '../crash/workers.ts';
import { createWorkload } from '../crash/workload.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom, type Random } from '../random.ts';
import { openTestBed } from '../test-bed.ts';
import { noticeMissingShedding, noticeSlowRecovery } from './controls.ts';
import { type Bounds, type Disturbance, disturb, type Figures, promisedBounds } from './faults.ts';
import { type OverloadBounds, proveOverload } from './overload.ts';
import { openProxiedTestBed, type ProxiedTestBed } from './proxied-test-bed.ts';
import { networkFaults } from './proxy.ts';
import { proveSlow, type SlowRun } from './slow.ts';
import { startTills } from './tills.ts';

/** After this number of faults the shops are checked, and new ones open. */
const faultsPerPhase = 40;
const merchants = 4;

/** Each fault on each network, in random order, repeated without end. */
function* disturbances(random: Random): Generator<Disturbance> {
  const all = networkFaults.flatMap((fault) => [
    { fault, where: 'backend' as const },
    { fault, where: 'frontend' as const },
  ]);
  for (;;) {
    for (const remaining = [...all]; remaining.length > 0; ) {
      const [drawn] = remaining.splice(random.below(remaining.length), 1);
      if (drawn !== undefined) yield { ...drawn, lasts_ms: 1_500 + random.below(1_500) };
    }
  }
}

export async function proveFaults({ seed, size, say }: ProofRun, bounds: Bounds = promisedBounds): Promise<void> {
  const random = createRandom(seed);
  const testBed = await openProxiedTestBed();
  const order = disturbances(random);
  const figures = new Map<string, Figures[]>();
  try {
    const pid = testBed.service.process.pid;
    for (let done = 0; done < size; ) {
      const times = Math.min(faultsPerPhase, size - done);
      const operations = await runPhase(
        testBed,
        { name: String(done), random, reportPlantedFaults: done === 0 ? say : undefined },
        async (canary, all) => {
          for (let turn = 0; turn < times; turn += 1) {
            const disturbance = order.next().value as Disturbance;
            const figure = await disturb({ testBed, ...disturbance, canary, operations: all, bounds });
            const name = `${disturbance.fault} ${disturbance.where}`;
            figures.set(name, [...(figures.get(name) ?? []), figure]);
          }
        },
      );
      done += times;
      const unknown = operations.reduce((sum, one) => sum + one.unknown.length, 0);
      say(
        `${done} of ${size} faults; ${operations.length} operations, each recorded once; ${unknown} attempts with unknown outcome, settled by their keys`,
      );
      const { exitCode, signalCode, pid: still } = testBed.service.process;
      assert.deepEqual([exitCode, signalCode, still], [null, null, pid], testBed.service.output());
    }
    assert.deepEqual(await brokenInvariants(testBed.admin), []);
    for (const [name, found] of figures) say(`${name.padEnd(16)} ${describe(found)}`);
  } finally {
    await testBed.close();
  }
}

function describe(found: readonly Figures[]): string {
  const most = (values: readonly number[]) => (Math.max(...values) / 1_000).toFixed(2);
  const not_ready = found.flatMap(({ not_ready_ms }) => not_ready_ms ?? []);
  const ready = not_ready.length === 0 ? '' : `not ready after ${most(not_ready)} s at most, `;
  const recovered = `first success ${most(found.map(({ recovery_ms }) => recovery_ms))} s after the fault at most`;
  return `${found.length} times: ${ready}${recovered}, /health/live in ${most(found.map(({ slowest_live_ms }) => slowest_live_ms))} s at most`;
}

interface PhaseOptions {
  name: string;
  random: Random;
  /** Given in the first phase only: plants faults, and reports that the check finds them. */
  reportPlantedFaults: ProofRun['say'] | undefined;
}

/** Operations that a short run may not have drawn. The planted faults change their rows. */
function rareOperations({ merchant_id, products, warehouses }: Store, phase: string): OperationRecord[] {
  const product_id = products[0]?.id ?? '';
  const [from_warehouse, to_warehouse] = warehouses;
  const named = (kind: string) => ({ name: `op-${phase}-${kind}`, merchant_id });
  const operations: Operation[] = [
    { ...named('import'), kind: 'import', rows: [{ sku: `${named('import').name}/0`, price: 1, stock: 1 }] },
    {
      ...named('move'),
      kind: 'transfer',
      body: { product_id, from_warehouse, to_warehouse, quantity: 1, reason: named('move').name },
    },
    {
      ...named('add'),
      kind: 'adjust',
      body: { product_id, warehouse_id: from_warehouse, quantity: 1, type: 'addition', reason: named('add').name },
    },
  ];
  return operations.map((operation) => ({ operation, unknown: [] }));
}

type Work = (canary: Parameters<typeof startTills>[0][number], operations: OperationRecord[]) => Promise<void>;

/** Opens shops, lets them sell during the work, settles unknown outcomes, and checks that each operation is recorded once. */
async function runPhase(
  testBed: ProxiedTestBed,
  { name, random, reportPlantedFaults }: PhaseOptions,
  work: Work,
): Promise<OperationRecord[]> {
  const { url, proxiedUrl, admin, folder } = testBed;
  const operations: OperationRecord[] = [];
  const stores = [];
  for (let number = 0; number < merchants; number += 1) stores.push(await openStore(url, `network-${name}-${number}`));
  const tills = stores.flatMap((store, number) =>
    [url, proxiedUrl].map((at, workload) => ({
      url: at,
      store,
      workload: createWorkload(`${name}-${number}-${workload}`, store, random.split()),
    })),
  );
  const [first] = stores;
  assert.ok(first);
  const working = startTills(tills, operations);
  try {
    await work({ url, store: first, workload: createWorkload(`${name}-canary`, first, random.split()) }, operations);
  } finally {
    await working.stop();
  }
  operations.push(...rareOperations(first, name));
  await settle(operations, { url, stores, admin, log: join(folder, `settled-${name}.log`) });
  const violations = [
    ...(await checkOperations(admin, operations, stores)),
    ...(await replay(operations, { url, stores })),
  ];
  assert.deepEqual(violations.slice(0, 10), []);
  if (reportPlantedFaults !== undefined) {
    const { found, missed } = await findPlantedFaults(admin, operations, stores);
    assert.deepEqual(missed, [], 'the check missed planted faults');
    reportPlantedFaults(`the check found all ${found} planted faults`);
  }
  return operations;
}

/** Too many clients, and slow clients, without a simulated network. */
export async function proveClients(
  { say }: Pick<ProofRun, 'say'>,
  overload: OverloadBounds,
  slow: Omit<SlowRun, 'url' | 'store'>,
): Promise<void> {
  // If times are not checked, a lower limit of waiting requests makes a few hundred requests an overload.
  const testBed = await openTestBed(
    overload.rejection_ms === undefined ? { settings: { MERCHANT_WAITING_REQUESTS: '32' } } : {},
  );
  try {
    await proveOverload(testBed, say, overload);
    const store = await openStore(testBed.url, 'slow');
    await proveSlow(say, { url: testBed.url, store, ...slow });
    assert.deepEqual(await brokenInvariants(testBed.admin), []);
  } finally {
    await testBed.close();
  }
}

export async function proveNetwork(run: ProofRun): Promise<void> {
  if (run.control) {
    await noticeSlowRecovery(run);
    return noticeMissingShedding(run);
  }
  await proveFaults(run);
  await proveClients(
    run,
    { lasts_ms: 10_000, rejection_ms: 50, slowdown: 2, recovers_within_ms: 5_000, memory_mib: 512 },
    { sockets: 1_000, lasts_ms: 5_000, slowdown: 2, closed_within_ms: 36_000 },
  );
}

/** The service survives network faults, overload and slow clients: no response is wrong, and it recovers in time. */
export const proof: Proof = { unit: 'faults', long: 200, prove: proveNetwork };
