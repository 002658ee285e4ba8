import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../test/until.ts';
import type { OperationRecord } from '../crash/operations.ts';
import type { ProxiedTestBed } from './proxied-test-bed.ts';
import type { NetworkFault } from './proxy.ts';
import { sendNext, type Till } from './tills.ts';

/** The time that each may take at most. */
export interface Bounds {
  /** From the fault to `/health/ready` with 503. */
  not_ready_ms: number;
  /** From the end of the fault to the first successful request. */
  recovery_ms: number;
}

export const promisedBounds: Bounds = { not_ready_ms: 1_500, recovery_ms: 3_000 };
/** For a machine with other work: checks only that it happens at all. */
export const relaxedBounds: Bounds = { not_ready_ms: 120_000, recovery_ms: 120_000 };

export interface Disturbance {
  fault: NetworkFault;
  /** `backend` is the network between service and database, `frontend` that between clients and service. */
  where: 'backend' | 'frontend';
  lasts_ms: number;
}

/** The measured times; see `Bounds`. */
export interface Figures {
  /** Only for faults between service and database. */
  not_ready_ms?: number;
  recovery_ms: number;
  slowest_live_ms: number;
}

interface Round extends Disturbance {
  testBed: ProxiedTestBed;
  /** Its requests show when the service works again. */
  canary: Till;
  operations: OperationRecord[];
  bounds: Bounds;
}

const poll_every_ms = 50;
/** Operations sent before the next fault, so that the fault meets requests in progress. */
const operationsBefore = 40;

/** Applies one fault and ends it. @throws AssertionError if the service does not react or recover as promised */
export async function disturb({
  testBed,
  fault,
  where,
  lasts_ms,
  canary,
  operations,
  bounds,
}: Round): Promise<Figures> {
  const about = `${fault} ${where}`;
  let not_ready_ms: number | undefined;
  let slowest_live_ms = 0;
  const before = operations.length;
  await until(() => operations.length > before + operationsBefore);
  const since = performance.now();
  testBed[where].setFault(fault);
  try {
    const awaitsNotReady = () =>
      where === 'backend' && not_ready_ms === undefined && performance.now() - since < bounds.not_ready_ms;
    while (performance.now() - since < lasts_ms || awaitsNotReady()) {
      const ready = await statusOf(`${testBed.url}/health/ready`);
      if (ready.status === 503) not_ready_ms ??= performance.now() - since;
      if (where === 'frontend')
        assert.equal(ready.status, 200, `${about}: the service must stay ready when only clients are disturbed`);
      const live = await statusOf(`${testBed.url}/health/live`);
      assert.equal(live.status, 200, about);
      slowest_live_ms = Math.max(slowest_live_ms, live.took_ms);
      await sleep(poll_every_ms);
    }
  } finally {
    testBed[where].setFault('none');
  }
  const healed = performance.now();
  const url = where === 'frontend' ? testBed.proxiedUrl : testBed.url;
  const recovery_ms = await untilFirstSuccess(
    { ...canary, url },
    { operations, healed, give_up_ms: Math.max(30_000, bounds.recovery_ms) },
  );
  assert.ok(
    recovery_ms < bounds.recovery_ms,
    `${about}: the first success came ${recovery_ms.toFixed(0)} ms after healing`,
  );
  if (where === 'frontend') return { recovery_ms, slowest_live_ms };
  assert.ok(
    not_ready_ms !== undefined && not_ready_ms < bounds.not_ready_ms,
    `${about}: not ready after ${not_ready_ms} ms`,
  );
  return { not_ready_ms, recovery_ms, slowest_live_ms };
}

async function statusOf(url: string): Promise<{ status: number; took_ms: number }> {
  const since = performance.now();
  const { status } = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  return { status, took_ms: performance.now() - since };
}

/** A new client connects every quarter of a second, independent of earlier ones. */
async function untilFirstSuccess(
  till: Till,
  { operations, healed, give_up_ms }: { operations: OperationRecord[]; healed: number; give_up_ms: number },
) {
  const agent = new Agent();
  let succeeded: number | undefined;
  const pending: Promise<unknown>[] = [];
  while (succeeded === undefined && performance.now() - healed < give_up_ms) {
    pending.push(
      sendNext(till, { operations, agent }).then((answered) => {
        if (answered) succeeded ??= performance.now() - healed;
      }),
    );
    for (let waited = 0; waited < 250 && succeeded === undefined; waited += 10) await sleep(10);
  }
  await Promise.all(pending);
  return succeeded ?? Number.POSITIVE_INFINITY;
}
