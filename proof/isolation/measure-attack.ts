import assert from 'node:assert/strict';
import type { ProofRun } from '../proof.ts';
import type { Attack } from './attacks.ts';
import {
  type AttackFigures,
  type Bounds,
  detailsIn,
  elementsIn,
  hasSameOutcome,
  lineOf,
  slowViolationsOf,
  statusesOf,
  violationsOf,
} from './figures.ts';
import { createHttpClient, type HttpRequest, type HttpResponse } from './http-client.ts';
import type { Observed } from './neighbours.ts';
import { renewTokensInTime, type Scenario, untilIdle } from './scenario.ts';

/** How often a promise about time must be broken in a row. */
const measurementsOfSlow = 3;

export interface AttackRun {
  /** Each sender sends them one after another. */
  attacks: readonly Attack[];
  size?: number | undefined;
  /** Number of users that send at the same time. */
  users: number;
  /** Number of concurrent senders per user. */
  each?: number;
  timeout_ms: number;
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

interface Judgement extends Pick<ProofRun, 'say'> {
  baseline: Observed;
  bounds: Bounds;
}

/** The measurements of an attack, and the promises that the decisive one broke. */
export interface Measured {
  all: AttackFigures[];
  decisive: AttackFigures;
  found: string[];
}

/**
 * Runs attacks, and again if they broke only promises about time: other programs on the machine do that now and then, a
 * lasting fault of the service does it each time. The first run decides if the same requests do less in a repetition.
 */
export async function measure(
  scenario: Scenario,
  wanted: AttackRun,
  { baseline, bounds, say }: Judgement,
): Promise<Measured> {
  const all: AttackFigures[] = [];
  let first: Measured | undefined;
  for (;;) {
    const decisive = await runAttacks(scenario, wanted);
    all.push(decisive);
    const slow = slowViolationsOf(decisive, baseline, bounds);
    const found = [...slow, ...violationsOf(decisive, bounds)];
    const measured = { all, decisive, found };
    if (found.length > slow.length || (first === undefined && slow.length === 0)) return measured;
    first ??= measured;
    if (changesItsRepetition(wanted, first.decisive) || !hasSameOutcome(first.decisive, decisive)) return first;
    if (slow.length === 0 || all.length === measurementsOfSlow) return measured;
    say(`measured again: ${lineOf(decisive, slow)}`);
    await untilIdle(scenario, baseline);
  }
}

/** A file that was imported changes nothing the second time. A dry run stores nothing. */
const changesItsRepetition = ({ attacks }: AttackRun, { statuses }: AttackFigures): boolean =>
  attacks.some(({ operation: { id, body } }) => body?.media === 'form' && id !== 'validateImport') &&
  Object.keys(statuses).some((status) => status.startsWith('2'));
