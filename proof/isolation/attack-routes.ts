import assert from 'node:assert/strict';
import type { Alteration } from '../altered-source.ts';
import { type Operation, operationsOf } from '../fuzz/operations.ts';
import type { ProofRun } from '../proof.ts';
import { createRandom, type Random } from '../random.ts';
import { attacksOn, floodOf } from './attacks.ts';
import { type AttackFigures, type Bounds, lineOf, promisedBounds, worstOf } from './figures.ts';
import { type AttackRun, measure } from './measure-attack.ts';
import { works } from './neighbours.ts';
import { measureBaseline, openScenario, type ScenarioPlan, untilIdle, usersOfAttacker } from './scenario.ts';

/** After a request that held the event loop for this long, a burst of the same would take minutes and show nothing new. */
const tooLong_ms = 400;
const flood_ms = 10_000;
const warmUp_ms = 20_000;

export interface IsolationRun extends Pick<ProofRun, 'seed' | 'size' | 'say' | 'only'> {
  bounds?: Bounds;
  /** Tries only a part of the routes, and of each route's attacks. */
  isShort?: boolean;
  altered?: Alteration | readonly Alteration[] | undefined;
  /** Settings of the service. */
  settings?: Readonly<Record<string, string>>;
  /** Tries only attacks whose kind matches. */
  kinds?: RegExp;
}

/** Turns off the limits per minute and hour, with which each route would take a minute. */
export const settingsOfProof = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  SIGN_UPS_PER_HOUR: '0',
  // Allows the address of the webhooks, at which no process listens.
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
};

/** Operations in random order. Those that end sessions come last. */
function ordered(operations: readonly Operation[], random: Random): Operation[] {
  const left = [...operations];
  const drawn = operations.map(() => left.splice(random.below(left.length), 1)[0] as Operation);
  const signsOut = ({ id }: Operation) => /^logout|^end\w*Sessions?$/.test(id);
  return [...drawn.filter((one) => !signsOut(one)), ...drawn.filter(signsOut)];
}

/** The short form tries a tenth of the routes, different ones in each run, and all routes that take files. */
const everyTenth = (at: number) => at % 10 === 0;

function planOf({ isShort, only }: IsolationRun): ScenarioPlan {
  if (!isShort) return { products: 50_000, largeSales: 100, pace: 1 };
  // Some operations alone need no large shop.
  return only === undefined ? { products: 1_000, largeSales: 1, pace: 4 } : { products: 20, largeSales: 0, pace: 4 };
}

export async function proveIsolation(run: IsolationRun): Promise<AttackFigures[]> {
  const { seed, size, say, isShort = false, altered } = run;
  // `--only a,b/flood` tries the matching kinds of attacks on these operations, `--only /flood` on all operations.
  const [only, kind] = run.only?.split('/') ?? [];
  const kinds = kind === undefined ? run.kinds : new RegExp(kind);
  const random = createRandom(seed);
  const plan = planOf(run);
  const settings = {
    ...settingsOfProof,
    ...run.settings,
    ...(isShort ? {} : { PASSWORD_HASH_MEMORY_KIB: '19456' }),
  };
  const scenario = await openScenario(altered, settings, plan);
  const all: AttackFigures[] = [];
  const violations: string[] = [];
  let tried = 0;
  try {
    const described = operationsOf((await (await fetch(`${scenario.testBed.url}/openapi.json`)).json()) as object);
    const wanted = (id: string) => only === undefined || only === '' || only.split(',').includes(id);
    const drawn = isShort && only === undefined ? everyTenth : () => true;
    const operations = ordered(described, random).filter(
      ({ id, body }, at) => wanted(id) && (body?.media === 'form' || drawn(at)),
    );
    assert.ok(operations.length > 0, `there is no operation ${only}`);
    await untilIdle(scenario);
    // The first requests compile code, and the database still works on the new products.
    if (!isShort) await measureBaseline(scenario, warmUp_ms);
    const { baseline, hold_ms } = await measureBaseline(scenario, isShort ? 500 : 5_000);
    const waits = works.map(
      (work) =>
        `${work} ${baseline[work].p50_ms.toFixed(1)} / ${baseline[work].p99_ms.toFixed(0)} / ${baseline[work].worst_ms.toFixed(0)}`,
    );
    // On a machine with other work, that also delays the event loop.
    const bounds = {
      ...(run.bounds ?? promisedBounds),
      hold_ms: Math.max((run.bounds ?? promisedBounds).hold_ms, 2 * hold_ms),
    };
    say(
      `undisturbed, ms (median / p99 / worst): ${waits.join(', ')}; the event loop is held for ${hold_ms.toFixed(0)} ms`,
    );

    const tryAttacks = async (wanted: AttackRun): Promise<{ figures: AttackFigures; found: string[] }> => {
      const { all: measured, decisive: figures, found } = await measure(scenario, wanted, { baseline, bounds, say });
      if (!isShort) await untilIdle(scenario, baseline);
      // Repeats several kinds one by one, to find the one that caused the violation.
      if (found.length > 0 && wanted.attacks.length > 1) {
        for (const attack of wanted.attacks) await tryAttacks({ ...wanted, attacks: [attack] });
        return { figures, found };
      }
      tried += 1;
      all.push(...measured);
      if (found.length > 0) {
        violations.push(lineOf(figures, found));
      }
      if (found.length > 0 || run.only !== undefined) say(lineOf(figures, found));
      return { figures, found };
    };
    const isTooSlow = ({ figures }: { figures: AttackFigures }) =>
      figures.hold_ms > tooLong_ms || figures.took_ms > 20_000;

    // If kinds are given, all of them are tried.
    const options = {
      merchant: scenario.attacker,
      random,
      rows: isShort ? 500 : 50_000,
      isShort: isShort && kinds === undefined,
    };
    const timeout_ms = isShort ? 120_000 : 30_000;
    for (const operation of operations) {
      const attacks = attacksOn(operation, options).filter(({ kind }) => kinds?.test(kind) ?? true);
      const [quick, sized] = [
        attacks.filter(({ sizes }) => sizes === undefined),
        attacks.filter(({ sizes }) => sizes !== undefined),
      ];
      if (quick.length > 0) {
        const alone = await tryAttacks({ attacks: quick, users: 1, timeout_ms });
        if (!isShort && (alone.found.length === 0 || !isTooSlow(alone)))
          await tryAttacks({ attacks: quick, users: usersOfAttacker, timeout_ms });
      }
      for (const attack of sized) {
        let last: { figures: AttackFigures } | undefined;
        for (const size of attack.sizes ?? [])
          if (last === undefined || !isTooSlow(last))
            last = await tryAttacks({ attacks: [attack], size, users: 1, timeout_ms });
        const size = attack.sizes?.at(-1);
        if (!isShort && last !== undefined && !isTooSlow(last))
          await tryAttacks({ attacks: [attack], size, users: usersOfAttacker, timeout_ms });
      }
      // The short form floods only some of the routes.
      if (kinds?.test('flood') === false || (isShort && random.below(4) > 0)) continue;
      await tryAttacks({
        attacks: [floodOf(operation, options)],
        users: usersOfAttacker,
        each: size,
        timeout_ms: flood_ms,
      });
    }
    const after = await measureBaseline(scenario, isShort ? 200 : 5_000);
    say(
      `undisturbed again: sale ${after.baseline.sale.p50_ms.toFixed(1)} ms median; the event loop is held for ${after.hold_ms.toFixed(0)} ms`,
    );
    say(
      `${tried} attacks on ${operations.length} of ${described.length} operations; ${violations.length} broke a promise`,
    );
    for (const line of worstOf(all)) say(line);
    assert.ok(violations.length === 0, `seed ${seed}:\n${violations.join('\n')}`);
    return all;
  } finally {
    scenario.gauges.close();
    await scenario.neighbours.close();
    await scenario.testBed.close();
  }
}
