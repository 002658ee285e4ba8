import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../test/until.ts';
import type { Random } from '../random.ts';
import type { Stand } from '../stand.ts';
import { readLogs, type Store } from './acts.ts';
import { checkActs } from './check.ts';
import { openStore } from './stores.ts';
import { replay, type Shifts, settle, startShifts } from './workers.ts';

const processes = 2;
const workers = 8;
const merchants = 8;
const patience_ms = 300_000;

/** What was tried and found over all eras. */
export interface Tally {
  disturbed: number;
  /** From a disturbance to the first answer after it. */
  away_ms: number;
  answered: number;
  /** Tries with unknown outcome. */
  unknown: number;
  /** Acts that had been done by such a try. */
  done_unheard: number;
  settled: number;
}

export const newTally = (): Tally => ({
  disturbed: 0,
  away_ms: 0,
  answered: 0,
  unknown: 0,
  done_unheard: 0,
  settled: 0,
});

export const inWords = ({ disturbed, away_ms, answered, unknown, done_unheard, settled }: Tally): string =>
  `away ${(away_ms / disturbed / 1_000).toFixed(2)} s each time; ${answered} acts answered and replayed; ${unknown} tries with unknown outcome, ` +
  `${done_unheard} of them had been carried out; ${settled} acts settled at the end`;

interface Era {
  stand: Stand;
  random: Random;
  tally: Tally;
  /** Names its shops and its acts. */
  name: string;
  times: number;
  /** What is done to the service in the middle of its work. */
  disturb(turn: number, stores: readonly Store[]): Promise<void>;
}

/**
 * Shops open, their tills work while the service is disturbed so many times, and rest; what is unknown is settled, all is looked up, and all is
 * sent again. What that costs depends on the era alone, however many there were before.
 * @returns what was done where, and what is not as it should be
 */
export async function runEra({ stand, random, tally, name, times, disturb }: Era) {
  const { url, admin } = stand;
  const stores = await Promise.all(
    Array.from({ length: merchants }, (_, number) => openStore(url, `shop-${name}-${number}`)),
  );
  const logOf = (of: string) => join(stand.env.DATA_DIR ?? '', '..', `acts-${name}-${of}.log`);
  const plans = Array.from({ length: processes }, (_, number) => ({
    url,
    log: logOf(String(number)),
    name: `${name}-${number}`,
    seed: random.below(2 ** 31),
    keep_alive: number % 2 === 0,
    workers,
    stores,
  }));
  const shifts = await startShifts(plans);
  for (let turn = 1; turn <= times; turn += 1) {
    await untilNextMoment(shifts, random);
    const before = shifts.answered();
    const since = performance.now();
    await disturb(turn, stores);
    await until(() => shifts.answered() > before, patience_ms);
    tally.disturbed += 1;
    tally.away_ms += performance.now() - since;
  }
  await untilNextMoment(shifts, random);
  await shifts.rest();
  const acts = await readLogs(plans.map(({ log }) => log));
  tally.settled += await settle(acts, { url, stores, admin, log: logOf('settled') });
  tally.unknown += acts.reduce((sum, { unknown }) => sum + unknown.length, 0);
  tally.answered += acts.filter(({ ok }) => ok !== undefined).length;
  tally.done_unheard += acts.filter(({ ok }) => ok?.replayed).length;
  const told = [...(await checkActs(admin, acts, stores)), ...(await replay(acts, { url, stores }))];
  return { acts, stores, told };
}

/** A moment by chance, after so much work that there is something to lose. */
async function untilNextMoment(shifts: Shifts, random: Random): Promise<void> {
  const awaited = shifts.answered() + 40 + random.below(160);
  await until(() => shifts.answered() >= awaited, patience_ms);
  await sleep(random.below(20));
}
