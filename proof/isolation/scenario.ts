import { setTimeout as sleep } from 'node:timers/promises';
import type { Alteration } from '../altered-source.ts';
import { openTestBed, type TestBed } from '../test-bed.ts';
import { holdOf } from './figures.ts';
import { createGauges, type ServiceGauges } from './gauges.ts';
import { createHttpClient } from './http-client.ts';
import { type Merchant, openMerchant, renewTokens } from './merchants.ts';
import { type Neighbours, type Observed, startNeighbours } from './neighbours.ts';

export const usersOfAttacker = 10;
const neighbourCount = 3;
const tokensLive_ms = 8 * 60_000;

/** A running service with its merchants. */
export interface Scenario {
  testBed: TestBed;
  gauges: ServiceGauges;
  neighbours: Neighbours;
  attacker: Merchant;
  others: Merchant[];
  renewed: number;
}

export interface ScenarioPlan {
  /** Number of products in the attacker's catalogue. */
  products: number;
  /** Number of the attacker's sales with as many lines as possible. */
  largeSales: number;
  /** Multiplies the neighbours' pauses between requests; 1 is a busy shop. */
  pace: number;
}

export async function openScenario(
  altered: Alteration | readonly Alteration[] | undefined,
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

async function createMerchants(testBed: TestBed, { products, largeSales, pace }: ScenarioPlan): Promise<Scenario> {
  const { url, admin } = testBed;
  const attacker = await openMerchant({ url, admin, name: 'attacker', users: usersOfAttacker, products, largeSales });
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
export async function measureBaseline(
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
export async function untilIdle({ testBed: { url } }: Scenario, baseline?: Observed): Promise<void> {
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

export async function renewTokensInTime(scenario: Scenario): Promise<void> {
  const { testBed, neighbours, attacker, others } = scenario;
  if (performance.now() - scenario.renewed < tokensLive_ms) return;
  await renewTokens(testBed.url, [attacker, ...others]);
  neighbours.useTokensOf(others);
  scenario.renewed = performance.now();
}
