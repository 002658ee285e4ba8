import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../altered-source.ts';
import { type Operation, operationsOf } from '../fuzz/operations.ts';
import type { ProofRun } from '../proof.ts';
import { createRandom, type Random } from '../random.ts';
import { openTestBed, type TestBed } from '../test-bed.ts';
import { type Attack, attacksOn, floodOf } from './attacks.ts';
import {
  type AttackFigures,
  type Bounds,
  detailsIn,
  elementsIn,
  holdOf,
  lineOf,
  promisedBounds,
  statusesOf,
  violationsOf,
  worstOf,
} from './figures.ts';
import { createGauges, type ServiceGauges } from './gauges.ts';
import { createHttpClient, type HttpRequest, type HttpResponse } from './http-client.ts';
import { type Merchant, openMerchant, renewTokens } from './merchants.ts';
import { type Neighbours, type Observed, startNeighbours, works } from './neighbours.ts';

const usersOfAttacker = 10;
const neighbourCount = 3;
/** After a request that held the event loop for this long, a burst of the same would take minutes and show nothing new. */
const tooLong_ms = 400;
const flood_ms = 10_000;
const tokensLive_ms = 8 * 60_000;

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

/** A running service with its merchants. */
interface Scenario {
  testBed: TestBed;
  gauges: ServiceGauges;
  neighbours: Neighbours;
  attacker: Merchant;
  others: Merchant[];
  renewed: number;
}

/** Turns off the limits per minute and hour, with which each route would take a minute. */
export const settingsOfProof = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  SIGN_UPS_PER_HOUR: '0',
  // Allows the address of the webhooks, at which no process listens.
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
};

interface ScenarioPlan {
  /** Number of products in the attacker's catalogue. */
  products: number;
  /** Multiplies the neighbours' pauses between requests; 1 is a busy shop. */
  pace: number;
}

async function openScenario(
  altered: IsolationRun['altered'],
  settings: Record<string, string>,
  plan: ScenarioPlan,
): Promise<Scenario> {
  const testBed = await openTestBed({ altered, settings });
  try {
    return await createMerchants(testBed, plan);
  } catch (error) {
    await testBed.close();
    throw error;
  }
}

async function createMerchants(testBed: TestBed, { products, pace }: ScenarioPlan): Promise<Scenario> {
  const { url, admin } = testBed;
  const attacker = await openMerchant({ url, admin, name: 'attacker', users: usersOfAttacker, products });
  const others = [];
  for (let number = 0; number < neighbourCount; number += 1)
    others.push(await openMerchant({ url, admin, name: `neighbour-${number}`, users: 1, products: 200 }));
  const gauges = createGauges(url, testBed.service().process.pid ?? 0);
  return {
    testBed,
    gauges,
    attacker,
    others,
    neighbours: startNeighbours(url, others, pace),
    renewed: performance.now(),
  };
}

/** The neighbours' figures without an attack. */
async function measureBaseline(
  { neighbours, gauges }: Scenario,
  lasts_ms: number,
): Promise<{ baseline: Observed; hold_ms: number }> {
  await gauges.begin();
  const phase = neighbours.beginPhase();
  await sleep(lasts_ms);
  const baseline = await neighbours.observe(phase);
  return { baseline, hold_ms: holdOf(await gauges.end()) };
}

/** Waits until the service has finished the work of an attack: three quick responses in a row. */
async function untilIdle({ testBed: { url } }: Scenario, baseline?: Observed): Promise<void> {
  const quick_ms = Math.max(30, 5 * (baseline?.live.p99_ms ?? 0));
  const client = createHttpClient(url, 13);
  const end = performance.now() + 10_000;
  for (let quick = 0; quick < 3 && performance.now() < end; ) {
    const { wait_ms, status } = await client.send({ method: 'GET', path: '/health/ready', headers: {} });
    quick = status === 200 && wait_ms < quick_ms ? quick + 1 : 0;
    await sleep(10);
  }
  client.close();
}

interface AttackRun {
  /** Each sender sends them one after another. */
  attacks: readonly Attack[];
  size?: number | undefined;
  /** Number of users that send at the same time. */
  users: number;
  /** Number of concurrent senders per user. */
  each?: number;
  timeout_ms: number;
}

async function renewTokensInTime(scenario: Scenario): Promise<void> {
  const { testBed, neighbours, attacker, others } = scenario;
  if (performance.now() - scenario.renewed < tokensLive_ms) return;
  await renewTokens(testBed.url, [attacker, ...others]);
  neighbours.useTokensOf(others);
  scenario.renewed = performance.now();
}

/** The requests of each sender, created before the time is measured. */
async function drawRequests(
  { attacker }: Scenario,
  { attacks, size, users, each = 1 }: AttackRun,
): Promise<HttpRequest[][]> {
  const senders: HttpRequest[][] = Array.from({ length: users * each }, () => []);
  for (const { isShared, operation, request } of attacks) {
    const shared = isShared ? await request(0, size) : undefined;
    for (const [at, requests] of senders.entries()) {
      const drawn = shared ?? (await request(at, size));
      const token = attacker.users[at % users]?.access_token;
      requests.push({
        ...drawn,
        headers: { ...drawn.headers, ...(operation.isPublic ? {} : { authorization: `Bearer ${token}` }) },
      });
    }
  }
  return senders;
}

/** Sends attacks to one route while the neighbours work, and measures both. */
async function runAttacks(scenario: Scenario, run: AttackRun): Promise<AttackFigures> {
  const { testBed, gauges, neighbours } = scenario;
  const { attacks, size, timeout_ms } = run;
  const [first] = attacks;
  assert.ok(first !== undefined);
  await renewTokensInTime(scenario);
  const senders = await drawRequests(scenario, run);
  const client = createHttpClient(testBed.url, 64);
  const options = { timeout_ms, keeps: 512 * 1024, isStream: first.operation.id === 'streamEvents' };
  await gauges.begin();
  const phase = neighbours.beginPhase();
  const started = performance.now();
  const responses: HttpResponse[] = [];
  let elements = 0;
  const send = async (requests: readonly HttpRequest[]) => {
    for (const [at, request] of requests.entries()) {
      const response = await client.send(request, options);
      responses.push(response);
      const { overlong } = attacks[at] ?? {};
      if (overlong !== undefined) elements = Math.max(elements, elementsIn(response, overlong));
    }
  };
  await Promise.all(senders.map(send));
  const took_ms = performance.now() - started;
  client.close();
  const observed = await neighbours.observe(phase);
  const usage = await gauges.end();
  const refused = responses.filter(({ status }) => status >= 400);
  const kind = attacks.length > 1 ? `${attacks.length} kinds` : first.kind;
  return {
    ...usage,
    route: first.route,
    kind: size === undefined ? kind : `${kind}, ${Math.round(size / 1_024)} KiB`,
    requests: senders.length,
    statuses: statusesOf(responses),
    took_ms,
    refused_bytes: Math.max(0, ...refused.map(({ bytes }) => bytes)),
    details: Math.max(0, ...refused.map((response) => detailsIn(response).length)),
    elements,
    others: observed,
  };
}

/** Operations in random order. Those that end sessions come last. */
function ordered(operations: readonly Operation[], random: Random): Operation[] {
  const left = [...operations];
  const drawn = operations.map(() => left.splice(random.below(left.length), 1)[0] as Operation);
  const signsOut = ({ id }: Operation) => /^logout|^end\w*Sessions?$/.test(id);
  return [...drawn.filter((one) => !signsOut(one)), ...drawn.filter(signsOut)];
}

/** The short form tries a third of the routes, different ones in each run, and all routes that take files. */
const everyThird = (at: number) => at % 3 === 0;

export async function proveIsolation(run: IsolationRun): Promise<AttackFigures[]> {
  const { seed, size, say, isShort = false, altered } = run;
  // `--only a,b/flood` tries the matching kinds of attacks on these operations, `--only /flood` on all operations.
  const [only, kind] = run.only?.split('/') ?? [];
  const kinds = kind === undefined ? run.kinds : new RegExp(kind);
  const random = createRandom(seed);
  const plan = isShort ? { products: 1_000, pace: 4 } : { products: 50_000, pace: 1 };
  const settings = {
    ...settingsOfProof,
    ...run.settings,
    ...(isShort ? {} : { PASSWORD_HASH_MEMORY_KIB: '19456' }),
  };
  const scenario = await openScenario(altered, settings, plan);
  const all: AttackFigures[] = [];
  const violations: string[] = [];
  try {
    const described = operationsOf((await (await fetch(`${scenario.testBed.url}/openapi.json`)).json()) as object);
    const wanted = (id: string) => only === undefined || only === '' || only.split(',').includes(id);
    const drawn = isShort && only === undefined ? everyThird : () => true;
    const operations = ordered(described, random).filter(
      ({ id, body }, at) => wanted(id) && (body?.media === 'form' || drawn(at)),
    );
    assert.ok(operations.length > 0, `there is no operation ${only}`);
    await untilIdle(scenario);
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
      const figures = await runAttacks(scenario, wanted);
      const found = violationsOf(figures, baseline, bounds);
      if (!isShort) await untilIdle(scenario, baseline);
      // Repeats several kinds one by one, to find the one that caused the violation.
      if (found.length > 0 && wanted.attacks.length > 1) {
        for (const attack of wanted.attacks) await tryAttacks({ ...wanted, attacks: [attack] });
        return { figures, found };
      }
      all.push(figures);
      if (found.length > 0) {
        violations.push(lineOf(figures, found));
        say(lineOf(figures, found));
      }
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
      `${all.length} attacks on ${operations.length} of ${described.length} operations; ${violations.length} broke a promise`,
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
