import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../test/until.ts';
import type { Recorded } from '../crash/acts.ts';
import type { ProxiedStand } from './proxied-stand.ts';
import type { NetworkFault } from './proxy.ts';
import { sendNext, type Till } from './trade.ts';

/** What may be awaited of the service, in milliseconds. */
export interface Bounds {
  not_ready_ms: number;
  back_ms: number;
}

export const promised: Bounds = { not_ready_ms: 1_500, back_ms: 3_000 };
/** On a machine with other work only that it happens at all is judged. */
export const sooner_or_later: Bounds = { not_ready_ms: 120_000, back_ms: 120_000 };

export interface Disturbance {
  fault: NetworkFault;
  /** `back` lies between service and database, `front` between clients and service. */
  where: 'back' | 'front';
  lasts_ms: number;
}

/** What it took, in milliseconds. */
export interface Figures {
  /** Until it said that it is not ready; of faults of the database. */
  not_ready_ms?: number;
  /** From healing to the first success. */
  back_ms: number;
  slowest_live_ms: number;
}

interface Round extends Disturbance {
  stand: ProxiedStand;
  /** Asks whether it works again. */
  canary: Till;
  acts: Recorded[];
  bounds: Bounds;
}

const look_every_ms = 50;
/** So much is done before the next fault, so that there is something to disturb. */
const underWay = 40;

/** Disturbs the network once, and heals it. @throws AssertionError when the service does not bear it as it should */
export async function disturb({ stand, fault, where, lasts_ms, canary, acts, bounds }: Round): Promise<Figures> {
  const about = `${fault} ${where}`;
  let not_ready_ms: number | undefined;
  let slowest_live_ms = 0;
  const before = acts.length;
  await until(() => acts.length > before + underWay);
  const since = performance.now();
  stand[where].be(fault);
  try {
    const isAwaited = () =>
      where === 'back' && not_ready_ms === undefined && performance.now() - since < bounds.not_ready_ms;
    while (performance.now() - since < lasts_ms || isAwaited()) {
      const ready = await statusOf(`${stand.url}/health/ready`);
      if (ready.status === 503) not_ready_ms ??= performance.now() - since;
      if (where === 'front')
        assert.equal(ready.status, 200, `${about}: what happens to clients is no fault of the service`);
      const live = await statusOf(`${stand.url}/health/live`);
      assert.equal(live.status, 200, about);
      slowest_live_ms = Math.max(slowest_live_ms, live.took_ms);
      await sleep(look_every_ms);
    }
  } finally {
    stand[where].be('well');
  }
  const healed = performance.now();
  const url = where === 'front' ? stand.farUrl : stand.url;
  const back_ms = await untilFirstSuccess(
    { ...canary, url },
    { acts, healed, give_up_ms: Math.max(30_000, bounds.back_ms) },
  );
  assert.ok(back_ms < bounds.back_ms, `${about}: the first success came ${back_ms.toFixed(0)} ms after healing`);
  if (where === 'front') return { back_ms, slowest_live_ms };
  assert.ok(
    not_ready_ms !== undefined && not_ready_ms < bounds.not_ready_ms,
    `${about}: not ready was said after ${not_ready_ms} ms`,
  );
  return { not_ready_ms, back_ms, slowest_live_ms };
}

async function statusOf(url: string): Promise<{ status: number; took_ms: number }> {
  const asked = performance.now();
  const { status } = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  return { status, took_ms: performance.now() - asked };
}

/** A new client connects every quarter of a second, independent of earlier ones. */
async function untilFirstSuccess(
  till: Till,
  { acts, healed, give_up_ms }: { acts: Recorded[]; healed: number; give_up_ms: number },
) {
  const agent = new Agent();
  let succeeded: number | undefined;
  const asked: Promise<unknown>[] = [];
  while (succeeded === undefined && performance.now() - healed < give_up_ms) {
    asked.push(
      sendNext(till, { acts, agent }).then((answered) => {
        if (answered) succeeded ??= performance.now() - healed;
      }),
    );
    for (let waited = 0; waited < 250 && succeeded === undefined; waited += 10) await sleep(10);
  }
  await Promise.all(asked);
  return succeeded ?? Number.POSITIVE_INFINITY;
}
