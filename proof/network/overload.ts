import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import type { Store } from '../crash/acts.ts';
import { openStore } from '../crash/stores.ts';
import type { ProofRun } from '../proof.ts';
import type { Stand } from '../stand.ts';
import { ask, atRate, byClients, type Outcome, percentile, type Target } from './load.ts';

/** Concurrent tills of a busy hour: all of them are served. */
const tills = 64;
const times_capacity = 3;
/** At once, where no time is judged: more than twice what four merchants may have under way and waiting. */
const burst = 600;

export interface OverloadBounds {
  lasts_ms: number;
  recovers_within_ms: number;
  /** The 99th percentile of rejections; by default not judged. */
  shed_ms?: number;
  /** How many times longer who is let in may wait, as against a busy hour; not judged when left out. */
  slower?: number;
  memory_mib: number;
}

/** Three times as many requests as can be served: the surplus hears so at once, and the others hardly feel it. */
export async function proveOverload(stand: Stand, say: ProofRun['say'], bounds: OverloadBounds): Promise<void> {
  const {
    lasts_ms,
    shed_ms = Number.POSITIVE_INFINITY,
    slower = Number.POSITIVE_INFINITY,
    recovers_within_ms,
    memory_mib,
  } = bounds;
  const isTimed = bounds.shed_ms !== undefined;
  const agent = new Agent({ keepAlive: true });
  try {
    const stores = [];
    for (let number = 0; number < 4; number += 1) stores.push(await openStore(stand.url, `overload-${number}`));
    const next = salesAt(stand.url, stores);
    // The first of a process are slower than all that follow.
    await byClients(8, { agent, next, lasts_ms: lasts_ms / 2 });
    const before = await countSales(stand.admin);
    const busy = await byClients(tills, { agent, next, lasts_ms });
    assert.deepEqual(statusesOf(busy), new Set([201]), 'at a busy hour everybody is served');
    const capacity = busy.length / (lasts_ms / 1_000);
    const normal = percentile(busy, 99);
    say(`${tills} tills at once: ${capacity.toFixed(0)} sales/s, p99 ${normal.toFixed(0)} ms`);

    const flood = await (isTimed
      ? floodAtRate(capacity, { agent, next, lasts_ms: lasts_ms * 2 })
      : floodAtOnce(stand, next, agent));
    const accepted = flood.filter(({ status }) => status === 201);
    const shed = flood.filter(isTurnedAway);
    const p99 = { accepted: percentile(accepted, 99), shed: percentile(shed, 99) };
    const memory = await memoryOf(stand.service().process.pid);
    say(
      `${isTimed ? `${times_capacity} times as many` : 'all at once'}: ${flood.length} asked, ${accepted.length} served, p99 ${p99.accepted.toFixed(0)} ms (${(p99.accepted / normal).toFixed(2)} times normal); ` +
        `${shed.length} turned away, p50 ${percentile(shed, 50).toFixed(1)} ms, p99 ${p99.shed.toFixed(0)} ms; memory ${memory} MiB at most`,
    );
    assert.equal(accepted.length + shed.length, flood.length, `others were answered: ${[...statusesOf(flood)]}`);
    assert.ok(shed.length > 0, 'nobody was turned away: that was no overload');
    assert.ok(shed.every(({ retry_after }) => Number(retry_after) >= 1));
    assert.ok(p99.shed < shed_ms, `${p99.shed} ms until somebody was turned away`);
    assert.ok(
      p99.accepted < normal * slower,
      `who was let in waited ${p99.accepted} ms, and ${normal} ms at a busy hour`,
    );
    assert.ok(memory < memory_mib);

    const after = await byClients(tills, { agent, next, lasts_ms: recovers_within_ms });
    const last = after.slice(Math.floor(after.length / 2));
    say(
      `and then: ${(after.length / (recovers_within_ms / 1_000)).toFixed(0)} sales/s, p99 ${percentile(last, 99).toFixed(0)} ms`,
    );
    assert.deepEqual(statusesOf(after), new Set([201]));
    assert.ok(percentile(last, 99) < normal * slower, 'it has not recovered');
    const acknowledged = busy.length + accepted.length + after.length;
    assert.equal(
      (await countSales(stand.admin)) - before,
      acknowledged,
      'what was acknowledged is there, what was turned away is not',
    );
  } finally {
    agent.destroy();
  }
}

/** The measured capacity may be too low on a busy machine: the rate rises until requests are rejected. */
async function floodAtRate(capacity: number, load: Parameters<typeof atRate>[1]): Promise<Outcome[]> {
  const flood: Outcome[] = [];
  for (let times = times_capacity; !flood.some(isTurnedAway) && times <= 8 * times_capacity; times *= 2)
    flood.push(...(await atRate(capacity * times, load)));
  return flood;
}

/** A machine with other work may serve them as slowly as it sends them. So no sale can be written until a request has been refused. */
async function floodAtOnce({ admin }: Stand, next: () => Target, agent: Agent): Promise<Outcome[]> {
  const blocking = await admin.connect();
  try {
    await blocking.query('begin');
    await blocking.query('lock table sales in share mode');
    const asked = Array.from({ length: burst }, () => ask(next(), agent));
    await Promise.race(asked);
    await blocking.query('commit');
    return await Promise.all(asked);
  } finally {
    blocking.release(true);
  }
}

/** For all that there is to do, or for what its merchant may have under way. */
const isTurnedAway = ({ status }: Outcome) => status === 503 || status === 429;

const statusesOf = (outcomes: readonly Outcome[]) => new Set(outcomes.map(({ status }) => status));

function salesAt(url: string, stores: readonly Store[]): () => Target {
  let count = 0;
  return () => {
    count += 1;
    const store = stores[count % stores.length] as Store;
    const product_id = store.products[count % store.products.length]?.id;
    return {
      url: `${url}/api/v1/transactions`,
      method: 'POST',
      headers: {
        authorization: `Bearer ${store.token}`,
        'content-type': 'application/json',
        'idempotency-key': `overload ${count}`,
      },
      body: JSON.stringify({ items: [{ product_id, quantity: 1 }], payment_method: 'cash' }),
    };
  };
}

async function countSales(admin: { query(text: string): Promise<{ rows: { count: number }[] }> }): Promise<number> {
  return (await admin.query('select count(*)::int from sales')).rows[0]?.count ?? 0;
}

/** The peak memory of a process, in MiB; 0 if it is unknown. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}
