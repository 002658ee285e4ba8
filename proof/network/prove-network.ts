import assert from 'node:assert/strict';
import { join } from 'node:path';
import { brokenInvariants } from '../../test/invariants.ts';
import type { Act, Recorded, Store } from '../crash/acts.ts';
import { checkActs, checkTheCheck } from '../crash/check.ts';
import { createWorkload } from '../crash/draw.ts';
import { openStore } from '../crash/stores.ts';
import { replay, settle } from '../crash/workers.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom, type Random } from '../random.ts';
import { openStand } from '../stand.ts';
import { findLateReturn, findQueue } from './controls.ts';
import { type Bounds, type Disturbance, disturb, type Figures, promised } from './faults.ts';
import { type OverloadBounds, proveOverload } from './overload.ts';
import { openProxiedStand, type ProxiedStand } from './proxied-stand.ts';
import { networkFaults } from './proxy.ts';
import { proveSlow, type SlowRun } from './slow.ts';
import { startTills } from './trade.ts';

/** After this number of faults the shops close, are checked, and others open. */
const faultsOfAnEra = 40;
const merchants = 4;

/** Each fault at either place, in an order by chance, over and over. */
function* disturbances(random: Random): Generator<Disturbance> {
  const all = networkFaults.flatMap((fault) => [
    { fault, where: 'back' as const },
    { fault, where: 'front' as const },
  ]);
  for (;;) {
    for (const bag = [...all]; bag.length > 0; ) {
      const [drawn] = bag.splice(random.below(bag.length), 1);
      if (drawn !== undefined) yield { ...drawn, lasts_ms: 1_500 + random.below(1_500) };
    }
  }
}

export async function proveFaults({ seed, size, say }: ProofRun, bounds: Bounds = promised): Promise<void> {
  const random = createRandom(seed);
  const stand = await openProxiedStand();
  const order = disturbances(random);
  const figures = new Map<string, Figures[]>();
  try {
    const pid = stand.service.process.pid;
    for (let done = 0; done < size; ) {
      const times = Math.min(faultsOfAnEra, size - done);
      const acts = await runEra(
        stand,
        { name: String(done), random, isFirst: done === 0 ? say : undefined },
        async (canary, all) => {
          for (let turn = 0; turn < times; turn += 1) {
            const disturbance = order.next().value as Disturbance;
            const figure = await disturb({ stand, ...disturbance, canary, acts: all, bounds });
            const name = `${disturbance.fault} ${disturbance.where}`;
            figures.set(name, [...(figures.get(name) ?? []), figure]);
          }
        },
      );
      done += times;
      const unknown = acts.reduce((sum, one) => sum + one.unknown.length, 0);
      say(
        `${done} of ${size} faults; ${acts.length} acts, each there once; ${unknown} tries with unknown outcome, settled by their keys`,
      );
      const { exitCode, signalCode, pid: still } = stand.service.process;
      assert.deepEqual([exitCode, signalCode, still], [null, null, pid], stand.service.output());
    }
    assert.deepEqual(await brokenInvariants(stand.admin), []);
    for (const [name, found] of figures) say(`${name.padEnd(16)} ${inWords(found)}`);
  } finally {
    await stand.close();
  }
}

function inWords(found: readonly Figures[]): string {
  const most = (values: readonly number[]) => (Math.max(...values) / 1_000).toFixed(2);
  const not_ready = found.flatMap(({ not_ready_ms }) => not_ready_ms ?? []);
  const ready = not_ready.length === 0 ? '' : `not ready after ${most(not_ready)} s at most, `;
  const back = `back ${most(found.map(({ back_ms }) => back_ms))} s after healing at most`;
  return `${found.length} times: ${ready}${back}, /health/live in ${most(found.map(({ slowest_live_ms }) => slowest_live_ms))} s at most`;
}

interface Era {
  name: string;
  random: Random;
  /** For trying, this once, whether the check would find what is wrong. */
  isFirst: ProofRun['say'] | undefined;
}

/** What chance may not have drawn in a short run, and faults are planted in. */
function seldom({ merchant_id, products, warehouses }: Store, era: string): Recorded[] {
  const product_id = products[0]?.id ?? '';
  const [from_warehouse, to_warehouse] = warehouses;
  const named = (kind: string) => ({ name: `act-${era}-${kind}`, merchant_id });
  const acts: Act[] = [
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
  return acts.map((act) => ({ act, unknown: [] }));
}

type Work = (canary: Parameters<typeof startTills>[0][number], acts: Recorded[]) => Promise<void>;

/** Shops open, sell while the work is done, and are looked into: what was answered is there once, and so is what was not, once it is sent again. */
async function runEra(stand: ProxiedStand, { name, random, isFirst }: Era, work: Work): Promise<Recorded[]> {
  const { url, farUrl, admin, folder } = stand;
  const acts: Recorded[] = [];
  const stores = [];
  for (let number = 0; number < merchants; number += 1) stores.push(await openStore(url, `network-${name}-${number}`));
  const tills = stores.flatMap((store, number) =>
    [url, farUrl].map((at, workload) => ({
      url: at,
      token: store.token,
      workload: createWorkload(`${name}-${number}-${workload}`, store, random.split()),
    })),
  );
  const [first] = stores;
  assert.ok(first);
  const working = startTills(tills, acts);
  try {
    await work({ url, token: first.token, workload: createWorkload(`${name}-canary`, first, random.split()) }, acts);
  } finally {
    await working.rest();
  }
  acts.push(...seldom(first, name));
  await settle(acts, { url, stores, admin, log: join(folder, `settled-${name}.log`) });
  const told = [...(await checkActs(admin, acts, stores)), ...(await replay(acts, { url, stores }))];
  assert.deepEqual(told.slice(0, 10), []);
  if (isFirst !== undefined) {
    const { found, missed } = await checkTheCheck(admin, acts, stores);
    assert.deepEqual(missed, [], 'planted faults that the check does not find');
    isFirst(`the check found all of ${found} faults planted in what is there`);
  }
  return acts;
}

/** Clients that are slow, and more of them than can be served: on a service without a network in between. */
export async function proveClients(
  { say }: Pick<ProofRun, 'say'>,
  overload: OverloadBounds,
  slow: Omit<SlowRun, 'url' | 'store'>,
): Promise<void> {
  // Where no time is judged fewer may wait than usual, so that a few hundred requests are too many.
  const stand = await openStand(
    overload.shed_ms === undefined ? { settings: { MERCHANT_WAITING_REQUESTS: '32' } } : {},
  );
  try {
    await proveOverload(stand, say, overload);
    const store = await openStore(stand.url, 'slow');
    await proveSlow(say, { url: stand.url, store, ...slow });
    assert.deepEqual(await brokenInvariants(stand.admin), []);
  } finally {
    await stand.close();
  }
}

export async function proveNetwork(run: ProofRun): Promise<void> {
  if (run.control) {
    await findLateReturn(run);
    return findQueue(run);
  }
  await proveFaults(run);
  await proveClients(
    run,
    { lasts_ms: 10_000, shed_ms: 50, slower: 2, recovers_within_ms: 5_000, memory_mib: 512 },
    { sockets: 1_000, lasts_ms: 5_000, slower: 2, closed_within_ms: 36_000 },
  );
}

/** The service survives network faults: no response is wrong, and work continues as soon as possible. */
export const proof: Proof = { unit: 'faults', long: 200, prove: proveNetwork };
