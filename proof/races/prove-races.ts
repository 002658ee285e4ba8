import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { brokenInvariants } from '../../test/invariants.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { callerAt, ok, openShop } from '../shop.ts';
import { openTestBed, type TestBed } from '../test-bed.ts';
import { approvalRaces } from './approval-races.ts';
import { mixedLoad } from './mixed-load.ts';
import { type Race, type RaceContext, races } from './races.ts';
import { registerRaces } from './register-races.ts';

const all: Record<string, Race> = { ...races, ...registerRaces, ...approvalRaces, 'mixed load': mixedLoad };

/** Runs all races, or the race `only`, this number of rounds. Each concurrent request uses its own connection. @throws AssertionError */
export async function runRaces(
  testBed: Pick<TestBed, 'url'>,
  { seed, size: rounds, say, only }: ProofRun,
): Promise<void> {
  const random = createRandom(seed);
  const outcomes = new Map<string, number>();
  let slowest_ms = 0;
  const shop = await openShop(callerAt(testBed.url), { point_value: 0.01 });
  let products = 0;
  const context: RaceContext = {
    ...{ shop, random },
    anyCaller: () => random.oneOf([shop.owner, shop.manager, shop.cashier]),
    async createProduct(fields = {}) {
      products += 1;
      return ok(
        await shop.owner.post('/products', { sku: `P-${products}`, name: `Product ${products}`, price: 3, ...fields }),
      ).data.id;
    },
    sendAll: (requests) =>
      Promise.all(
        requests.map(async (request) => {
          const began = performance.now();
          const answer = await request();
          slowest_ms = Math.max(slowest_ms, performance.now() - began);
          const outcome = `${answer.status} ${answer.body?.error?.code ?? ''}`.trim();
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          assert.ok(answer.status < 500, answer.text);
          return answer;
        }),
      ),
  };
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, race] of Object.entries(all)) {
      if (only !== undefined && only !== name) continue;
      await race(context).catch((error: unknown) => {
        throw new Error(`${name}, in round ${round}: ${(error as Error).message}`, { cause: error });
      });
    }
    if (round % 20 === 0) say(`${round} of ${rounds} rounds`);
  }
  const counts = [...outcomes].sort().map(([outcome, times]) => `${times} × ${outcome}`);
  say(`${rounds} rounds of ${only ?? Object.keys(all).join(', ')}`);
  say(
    `responses: ${counts.join(', ')}; the slowest after ${Math.round(slowest_ms)} ms; nothing oversold, nothing undersold`,
  );
}

/** Faults that no response shows: violated invariants, and deadlocks that a retry hid. */
export async function hiddenFaults(admin: pg.Pool): Promise<string[]> {
  // PostgreSQL updates the count of deadlocks at most once per second.
  await sleep(1_500);
  const { rows } = await admin.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  const deadlocks = Number(rows[0]?.deadlocks);
  return [
    ...(await brokenInvariants(admin)),
    ...(deadlocks === 0 ? [] : [`${deadlocks} deadlocks: locks must be taken in the same order`]),
  ];
}

/** A service with two processes. In one process, the sales of a merchant follow one another and would not race. */
export const openRaceTestBed = (): Promise<TestBed> => openTestBed({ settings: { WORKERS: '2' } });

export async function proveRaces(run: ProofRun): Promise<void> {
  const testBed = await openRaceTestBed();
  try {
    await runRaces(testBed, run);
    assert.deepEqual(await hiddenFaults(testBed.admin), []);
  } finally {
    await testBed.close();
  }
}

/** Concurrent requests have the same effect as sequential ones. */
export const proof: Proof = { unit: 'rounds', long: 200, prove: proveRaces };
