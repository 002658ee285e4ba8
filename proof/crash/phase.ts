import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../test/until.ts';
import type { Random } from '../random.ts';
import type { TestBed } from '../test-bed.ts';
import { checkOperations } from './check.ts';
import { readLogs, type Store } from './operations.ts';
import { openStore } from './stores.ts';
import { replay, settle, startWorkers, type Workers } from './workers.ts';

const processes = 2;
const workersPerProcess = 8;
const merchantsAtMost = 8;
const timeout_ms = 300_000;

/** Totals over all phases. */
export interface Tally {
  disturbed: number;
  /** Sum of the times from a disturbance to the first response after it. */
  downtime_ms: number;
  answered: number;
  /** Attempts with an unknown outcome. */
  unknown: number;
  /** Operations that such an attempt had carried out. */
  done_without_response: number;
  settled: number;
}

export const newTally = (): Tally => ({
  disturbed: 0,
  downtime_ms: 0,
  answered: 0,
  unknown: 0,
  done_without_response: 0,
  settled: 0,
});

export const describe = ({
  disturbed,
  downtime_ms,
  answered,
  unknown,
  done_without_response,
  settled,
}: Tally): string =>
  `${(downtime_ms / disturbed / 1_000).toFixed(2)} s of downtime on average; ${answered} operations answered and replayed; ` +
  `${unknown} attempts with unknown outcome, ${done_without_response} of them had been carried out; ${settled} operations settled at the end`;

interface PhaseOptions {
  testBed: TestBed;
  random: Random;
  tally: Tally;
  /** Prefix for the names of its shops and operations. */
  name: string;
  /** Number of disturbances. */
  times: number;
  /** Disturbs the service while it works. */
  disturb(turn: number, stores: readonly Store[]): Promise<void>;
}

/**
 * Opens new shops, sends operations while the service is disturbed, then settles unknown outcomes, checks all rows and
 * replays all operations. New shops in each phase keep its cost independent of earlier phases.
 * @returns the operations, their shops, and the violations
 */
export async function runPhase({ testBed, random, tally, name, times, disturb }: PhaseOptions) {
  const { url, admin } = testBed;
  const stores = await Promise.all(
    Array.from({ length: Math.min(merchantsAtMost, 2 + times) }, (_, number) =>
      openStore(url, `shop-${name}-${number}`),
    ),
  );
  const logOf = (of: string) => join(testBed.env.DATA_DIR ?? '', '..', `operations-${name}-${of}.log`);
  const plans = Array.from({ length: processes }, (_, number) => ({
    url,
    log: logOf(String(number)),
    name: `${name}-${number}`,
    seed: random.below(2 ** 31),
    keep_alive: number % 2 === 0,
    workers: workersPerProcess,
    stores,
  }));
  const clients = await startWorkers(plans);
  for (let turn = 1; turn <= times; turn += 1) {
    await untilRandomMoment(clients, random);
    const before = clients.answered();
    const since = performance.now();
    await disturb(turn, stores);
    await until(() => clients.answered() > before, timeout_ms);
    tally.disturbed += 1;
    tally.downtime_ms += performance.now() - since;
  }
  await untilRandomMoment(clients, random);
  await clients.stop();
  const operations = await readLogs(plans.map(({ log }) => log));
  tally.settled += await settle(operations, { url, stores, admin, log: logOf('settled') });
  tally.unknown += operations.reduce((sum, { unknown }) => sum + unknown.length, 0);
  tally.answered += operations.filter(({ ok }) => ok !== undefined).length;
  tally.done_without_response += operations.filter(({ ok }) => ok?.replayed).length;
  const violations = [
    ...(await checkOperations(admin, operations, stores)),
    ...(await replay(operations, { url, stores })),
  ];
  return { operations, stores, violations };
}

/** Waits for a random moment, after enough operations that a crash could lose some. */
async function untilRandomMoment(clients: Workers, random: Random): Promise<void> {
  const awaited = clients.answered() + 40 + random.below(160);
  await until(() => clients.answered() >= awaited, timeout_ms);
  await sleep(random.below(20));
}
