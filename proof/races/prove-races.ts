import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { brokenInvariants } from '../../test/invariants.ts';
import type { Proof, ProofRun } from '../proof.ts';
import { createRandom } from '../random.ts';
import { callerAt, ok, openShop } from '../shop.ts';
import { openStand, type Stand } from '../stand.ts';
import { type Race, races, type Track } from './races.ts';
import { storm } from './storm.ts';

const all: Record<string, Race> = { ...races, storm };

/**
 * So many rounds of all races, over as many connections as there are requests at once. @throws AssertionError
 * @param only one race, by its name
 */
export async function runRaces(stand: Pick<Stand, 'url'>, { seed, size: rounds, say, only }: ProofRun): Promise<void> {
  const random = createRandom(seed);
  const heard = new Map<string, number>();
  let slowest_ms = 0;
  const shop = await openShop(callerAt(stand.url), { point_value: 0.01 });
  let products = 0;
  const track: Track = {
    ...{ shop, random },
    anyone: () => random.oneOf([shop.owner, shop.manager, shop.cashier]),
    async aProduct(fields = {}) {
      products += 1;
      return ok(
        await shop.owner.post('/products', { sku: `P-${products}`, name: `Product ${products}`, price: 3, ...fields }),
      ).data.id;
    },
    together: (requests) =>
      Promise.all(
        requests.map(async (request) => {
          const began = performance.now();
          const answer = await request();
          slowest_ms = Math.max(slowest_ms, performance.now() - began);
          const outcome = `${answer.status} ${answer.body?.error?.code ?? ''}`.trim();
          heard.set(outcome, (heard.get(outcome) ?? 0) + 1);
          assert.ok(answer.status < 500, answer.text);
          return answer;
        }),
      ),
  };
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, race] of Object.entries(all)) {
      if (only !== undefined && only !== name) continue;
      await race(track).catch((error: unknown) => {
        throw new Error(`${name}, in round ${round}: ${(error as Error).message}`, { cause: error });
      });
    }
    if (round % 20 === 0) say(`${round} of ${rounds} rounds`);
  }
  const answers = [...heard].sort().map(([outcome, times]) => `${times} × ${outcome}`);
  say(`${rounds} rounds of ${only ?? Object.keys(all).join(', ')}`);
  say(
    `answers: ${answers.join(', ')}; the slowest after ${Math.round(slowest_ms)} ms; nothing sold twice, nothing kept from sale`,
  );
}

/** Faults that no response shows: violated invariants, and deadlocks that a retry hid. */
export async function unseenFaults(admin: pg.Pool): Promise<string[]> {
  // The server counts a deadlock a moment later, and no more often than each second.
  await sleep(1_500);
  const { rows } = await admin.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  const deadlocks = Number(rows[0]?.deadlocks);
  return [
    ...(await brokenInvariants(admin)),
    ...(deadlocks === 0 ? [] : [`${deadlocks} deadlocks: who wants the same must queue`]),
  ];
}

/** Two processes answer: what one does after the other in one of them is done at once in both. */
export const openTrack = (): Promise<Stand> => openStand({ settings: { WORKERS: '2' } });

export async function proveRaces(run: ProofRun): Promise<void> {
  const stand = await openTrack();
  try {
    await runRaces(stand, run);
    assert.deepEqual(await unseenFaults(stand.admin), []);
  } finally {
    await stand.close();
  }
}

/** Concurrent requests have the same effect as sequential ones. */
export const proof: Proof = { unit: 'rounds', long: 200, prove: proveRaces };
