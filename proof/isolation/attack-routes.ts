import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../altered-source.ts';
import { type Operation, operationsOf } from '../fuzz/operations.ts';
import type { ProofRun } from '../proof.ts';
import { createRandom, type Random } from '../random.ts';
import { openStand, type Stand } from '../stand.ts';
import { type Attack, attacksOn, floodOf } from './attacks.ts';
import {
  type AttackFigures,
  type Bounds,
  brokenBy,
  detailsIn,
  elementsIn,
  holdOf,
  lineOf,
  promised,
  statusesOf,
  worstOf,
} from './figures.ts';
import { createGauges, type ServiceGauges } from './gauges.ts';
import { createHttpClient, type HttpRequest, type HttpResponse } from './http-client.ts';
import { type Merchant, openMerchant, renewTokens } from './merchants.ts';
import { type Neighbours, type Observed, startNeighbours, works } from './neighbours.ts';

const usersOfAttacker = 10;
const neighbourCount = 3;
/** A burst after a request that held the loop for so long would take minutes, and tell nothing new. */
const tooLong_ms = 400;
const flood_ms = 10_000;
const tokensLive_ms = 8 * 60_000;

export interface IsolationRun extends Pick<ProofRun, 'seed' | 'size' | 'say' | 'only'> {
  bounds?: Bounds;
  /** What of each route's attacks is tried; all of them when left out. */
  isShort?: boolean;
  altered?: Alteration | readonly Alteration[] | undefined;
  /** Settings of the service. */
  settings?: Readonly<Record<string, string>>;
  /** Attacks that are tried, by what their kinds match. */
  kinds?: RegExp;
}

/** A running service with its merchants. */
interface Scene {
  stand: Stand;
  gauges: ServiceGauges;
  neighbours: Neighbours;
  attacker: Merchant;
  others: Merchant[];
  renewed: number;
}

/** What is counted over time the proof keeps to by itself: it would take a minute for each route otherwise. */
export const settingsOfProof = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  SIGN_UPS_PER_HOUR: '0',
  // Nothing listens at the address of its webhooks.
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
};

interface ScenePlan {
  /** In the attacker's catalogue. */
  products: number;
  /** How much longer neighbours rest between requests than the tills of a busy shop. */
  pace: number;
}

async function openScene(
  altered: IsolationRun['altered'],
  settings: Record<string, string>,
  plan: ScenePlan,
): Promise<Scene> {
  const stand = await openStand({ altered, settings });
  try {
    return await furnish(stand, plan);
  } catch (error) {
    await stand.close();
    throw error;
  }
}

async function furnish(stand: Stand, { products, pace }: ScenePlan): Promise<Scene> {
  const { url, admin } = stand;
  const attacker = await openMerchant({ url, admin, name: 'attacker', users: usersOfAttacker, products });
  const others = [];
  for (let number = 0; number < neighbourCount; number += 1)
    others.push(await openMerchant({ url, admin, name: `neighbour-${number}`, users: 1, products: 200 }));
  const gauges = createGauges(url, stand.service().process.pid ?? 0);
  return {
    stand,
    gauges,
    attacker,
    others,
    neighbours: startNeighbours(url, others, pace),
    renewed: performance.now(),
  };
}

/** What the neighbours see while nothing else happens. */
async function undisturbed(
  { neighbours, gauges }: Scene,
  lasts_ms: number,
): Promise<{ calm: Observed; hold_ms: number }> {
  await gauges.begin();
  const phase = neighbours.beginPhase();
  await sleep(lasts_ms);
  const calm = await neighbours.observe(phase);
  return { calm, hold_ms: holdOf(await gauges.end()) };
}

/** Waits until what an attack has left behind is done. */
async function settle({ stand: { url } }: Scene, calm?: Observed): Promise<void> {
  const quick_ms = Math.max(30, 5 * (calm?.live.p99_ms ?? 0));
  const client = createHttpClient(url, 13);
  const end = performance.now() + 10_000;
  for (let quick = 0; quick < 3 && performance.now() < end; ) {
    const { wait_ms, status } = await client.send({ method: 'GET', path: '/health/ready', headers: {} });
    quick = status === 200 && wait_ms < quick_ms ? quick + 1 : 0;
    await sleep(10);
  }
  client.close();
}

interface Strike {
  /** Sent by each user one after another. */
  attacks: readonly Attack[];
  size?: number | undefined;
  /** How many users send at once, each of them so often at once. */
  users: number;
  each?: number;
  patience_ms: number;
}

async function keepTokens(scene: Scene): Promise<void> {
  const { stand, neighbours, attacker, others } = scene;
  if (performance.now() - scene.renewed < tokensLive_ms) return;
  await renewTokens(stand.url, [attacker, ...others]);
  neighbours.useTokensOf(others);
  scene.renewed = performance.now();
}

/** The requests of each sender, made before the time counts. */
async function drawRequests({ attacker }: Scene, { attacks, size, users, each = 1 }: Strike): Promise<HttpRequest[][]> {
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

/** Sends attacks on one route while the neighbours work. */
async function strike(scene: Scene, wanted: Strike): Promise<AttackFigures> {
  const { stand, gauges, neighbours } = scene;
  const { attacks, size, patience_ms } = wanted;
  const [first] = attacks;
  assert.ok(first !== undefined);
  await keepTokens(scene);
  const senders = await drawRequests(scene, wanted);
  const client = createHttpClient(stand.url, 64);
  const options = { patience_ms, keeps: 512 * 1024, isStream: first.operation.id === 'streamEvents' };
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

/** Operations in the order of the seed; those that end sessions come last. */
function ordered(operations: readonly Operation[], random: Random): Operation[] {
  const left = [...operations];
  const drawn = operations.map(() => left.splice(random.below(left.length), 1)[0] as Operation);
  const signsOut = ({ id }: Operation) => /^logout|^end\w*Sessions?$/.test(id);
  return [...drawn.filter((one) => !signsOut(one)), ...drawn.filter(signsOut)];
}

/** The short form tries a third of the routes, others in each run, and all that take files. */
const everyThird = (at: number) => at % 3 === 0;

export async function proveIsolation(run: IsolationRun): Promise<AttackFigures[]> {
  const { seed, size, say, isShort = false, altered } = run;
  // `--only a,b/flood`: of these operations the attacks of kinds that match; `--only /flood`: of all operations.
  const [only, kind] = run.only?.split('/') ?? [];
  const kinds = kind === undefined ? run.kinds : new RegExp(kind);
  const random = createRandom(seed);
  const plan = isShort ? { products: 1_000, pace: 4 } : { products: 50_000, pace: 1 };
  const settings = {
    ...settingsOfProof,
    ...run.settings,
    ...(isShort ? {} : { PASSWORD_HASH_MEMORY_KIB: '19456' }),
  };
  const scene = await openScene(altered, settings, plan);
  const all: AttackFigures[] = [];
  const broken: string[] = [];
  try {
    const described = operationsOf((await (await fetch(`${scene.stand.url}/openapi.json`)).json()) as object);
    const wanted = (id: string) => only === undefined || only === '' || only.split(',').includes(id);
    const drawn = isShort && only === undefined ? everyThird : () => true;
    const operations = ordered(described, random).filter(
      ({ id, body }, at) => wanted(id) && (body?.media === 'form' || drawn(at)),
    );
    assert.ok(operations.length > 0, `there is no operation ${only}`);
    await settle(scene);
    const { calm, hold_ms } = await undisturbed(scene, isShort ? 500 : 5_000);
    const sums = works.map(
      (work) =>
        `${work} ${calm[work].p50_ms.toFixed(1)} / ${calm[work].p99_ms.toFixed(0)} / ${calm[work].worst_ms.toFixed(0)}`,
    );
    // On a machine that does other work the loop is held by that, too.
    const bounds = { ...(run.bounds ?? promised), hold_ms: Math.max((run.bounds ?? promised).hold_ms, 2 * hold_ms) };
    say(`undisturbed, ms (median / p99 / worst): ${sums.join(', ')}; the loop is held for ${hold_ms.toFixed(0)} ms`);

    const note = async (wanted: Strike): Promise<{ figures: AttackFigures; found: string[] }> => {
      const figures = await strike(scene, wanted);
      const found = brokenBy(figures, calm, bounds);
      if (!isShort) await settle(scene, calm);
      // Of several kinds the one is to be named that it was.
      if (found.length > 0 && wanted.attacks.length > 1) {
        for (const attack of wanted.attacks) await note({ ...wanted, attacks: [attack] });
        return { figures, found };
      }
      all.push(figures);
      if (found.length > 0) {
        broken.push(lineOf(figures, found));
        say(lineOf(figures, found));
      }
      return { figures, found };
    };
    const isBad = ({ figures }: { figures: AttackFigures }) => figures.hold_ms > tooLong_ms || figures.took_ms > 20_000;

    // Kinds that are asked for are all tried.
    const drawing = {
      merchant: scene.attacker,
      random,
      rows: isShort ? 500 : 50_000,
      isShort: isShort && kinds === undefined,
    };
    const patience_ms = isShort ? 120_000 : 30_000;
    for (const operation of operations) {
      const attacks = attacksOn(operation, drawing).filter(({ kind }) => kinds?.test(kind) ?? true);
      const [quick, sized] = [
        attacks.filter(({ sizes }) => sizes === undefined),
        attacks.filter(({ sizes }) => sizes !== undefined),
      ];
      if (quick.length > 0) {
        const alone = await note({ attacks: quick, users: 1, patience_ms });
        if (!isShort && (alone.found.length === 0 || !isBad(alone)))
          await note({ attacks: quick, users: usersOfAttacker, patience_ms });
      }
      for (const attack of sized) {
        let last: { figures: AttackFigures } | undefined;
        for (const size of attack.sizes ?? [])
          if (last === undefined || !isBad(last)) last = await note({ attacks: [attack], size, users: 1, patience_ms });
        const size = attack.sizes?.at(-1);
        if (!isShort && last !== undefined && !isBad(last))
          await note({ attacks: [attack], size, users: usersOfAttacker, patience_ms });
      }
      // The short form floods some of the routes only.
      if (kinds?.test('flood') === false || (isShort && random.below(4) > 0)) continue;
      await note({ attacks: [floodOf(operation, drawing)], users: usersOfAttacker, each: size, patience_ms: flood_ms });
    }
    const after = await undisturbed(scene, isShort ? 200 : 5_000);
    say(
      `undisturbed again: sale ${after.calm.sale.p50_ms.toFixed(1)} ms median; the loop is held for ${after.hold_ms.toFixed(0)} ms`,
    );
    say(
      `${all.length} attacks on ${operations.length} of ${described.length} operations; ${broken.length} broke a promise`,
    );
    for (const line of worstOf(all)) say(line);
    assert.ok(broken.length === 0, `seed ${seed}:\n${broken.join('\n')}`);
    return all;
  } finally {
    scene.gauges.close();
    await scene.neighbours.close();
    await scene.stand.close();
  }
}
