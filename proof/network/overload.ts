import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import type { Store } from '../crash/operations.ts';
import { openStore } from '../crash/stores.ts';
import type { ProofRun } from '../proof.ts';
import type { TestBed } from '../test-bed.ts';
import { type LoadRequest, type Outcome, percentile, runClients, sendAtRate, sendRequest } from './load.ts';

/** Concurrent tills in a busy hour. The service must serve all of them. */
const tills = 64;
const overloadFactor = 3;
/** Requests sent at once if times are not checked: more than twice what four merchants may have in progress and waiting. */
const burst = 600;

export interface OverloadBounds {
  lasts_ms: number;
  recovers_within_ms: number;
  /** Limit for the 99th percentile of the time to a rejection. By default not checked. */
  rejection_ms?: number;
  /** Limit for the p99 of accepted requests, as a multiple of that in a busy hour. By default not checked. */
  slowdown?: number;
  memory_mib: number;
}

/** Sends three times as many requests as the service can serve. It must reject the surplus at once, and hardly slow the others. */
export async function proveOverload(testBed: TestBed, say: ProofRun['say'], bounds: OverloadBounds): Promise<void> {
  const { lasts_ms, recovers_within_ms, memory_mib } = bounds;
  const { rejection_ms = Number.POSITIVE_INFINITY, slowdown = Number.POSITIVE_INFINITY } = bounds;
  const isTimed = bounds.rejection_ms !== undefined;
  const agent = new Agent({ keepAlive: true });
  try {
    const stores = [];
    for (let number = 0; number < 4; number += 1) stores.push(await openStore(testBed.url, `overload-${number}`));
    const next = salesAt(testBed.url, stores);
    // Warms the process up: its first requests are slower.
    await runClients(8, { agent, next, lasts_ms: lasts_ms / 2 });
    const before = await countSales(testBed.admin);
    const busy = await runClients(tills, { agent, next, lasts_ms });
    assert.deepEqual(statusesOf(busy), new Set([201]), 'the service must accept every request in a busy hour');
    const capacity = busy.length / (lasts_ms / 1_000);
    const normal = percentile(busy, 99);
    say(`${tills} concurrent tills: ${capacity.toFixed(0)} sales/s, p99 ${normal.toFixed(0)} ms`);

    const flood = await (isTimed
      ? floodAtRate(capacity, { agent, next, lasts_ms: lasts_ms * 2 })
      : floodAtOnce(testBed, next, agent));
    const accepted = flood.filter(({ status }) => status === 201);
    const rejected = flood.filter(isRejected);
    const p99 = { accepted: percentile(accepted, 99), rejected: percentile(rejected, 99) };
    const memory = await memoryOf(testBed.service().process.pid);
    say(
      `${isTimed ? `${overloadFactor} times as many` : 'all at once'}: ${flood.length} requests, ${accepted.length} served, p99 ${p99.accepted.toFixed(0)} ms (${(p99.accepted / normal).toFixed(2)} times normal); ` +
        `${rejected.length} rejected, p50 ${percentile(rejected, 50).toFixed(1)} ms, p99 ${p99.rejected.toFixed(0)} ms; memory ${memory} MiB at most`,
    );
    assert.equal(accepted.length + rejected.length, flood.length, `unexpected statuses: ${[...statusesOf(flood)]}`);
    assert.ok(rejected.length > 0, 'no request was rejected: there was no overload');
    assert.ok(rejected.every(({ retry_after }) => Number(retry_after) >= 1));
    assert.ok(p99.rejected < rejection_ms, `requests were rejected only after ${p99.rejected} ms`);
    assert.ok(
      p99.accepted < normal * slowdown,
      `accepted requests waited ${p99.accepted} ms, and ${normal} ms in a busy hour`,
    );
    assert.ok(memory < memory_mib);

    const after = await runClients(tills, { agent, next, lasts_ms: recovers_within_ms });
    const last = after.slice(Math.floor(after.length / 2));
    say(
      `after the overload: ${(after.length / (recovers_within_ms / 1_000)).toFixed(0)} sales/s, p99 ${percentile(last, 99).toFixed(0)} ms`,
    );
    assert.deepEqual(statusesOf(after), new Set([201]));
    assert.ok(percentile(last, 99) < normal * slowdown, 'the service has not recovered');
    const acknowledged = busy.length + accepted.length + after.length;
    assert.equal(
      (await countSales(testBed.admin)) - before,
      acknowledged,
      'the database must have the acknowledged sales and no others',
    );
  } finally {
    agent.destroy();
  }
}

/** Raises the rate until requests are rejected: on a busy machine the measured capacity may be too low. */
async function floodAtRate(capacity: number, load: Parameters<typeof sendAtRate>[1]): Promise<Outcome[]> {
  const flood: Outcome[] = [];
  for (let factor = overloadFactor; !flood.some(isRejected) && factor <= 8 * overloadFactor; factor *= 2)
    flood.push(...(await sendAtRate(capacity * factor, load)));
  return flood;
}

/** Blocks writes of sales until a request is rejected: a busy machine may send requests so slowly that all are served. */
async function floodAtOnce({ admin }: TestBed, next: () => LoadRequest, agent: Agent): Promise<Outcome[]> {
  const blocking = await admin.connect();
  try {
    await blocking.query('begin');
    await blocking.query('lock table sales in share mode');
    const pending = Array.from({ length: burst }, () => sendRequest(next(), agent));
    await Promise.race(pending);
    await blocking.query('commit');
    return await Promise.all(pending);
  } finally {
    blocking.release(true);
  }
}

/** By the limit of the service (503), or by the limit of its merchant (429). */
const isRejected = ({ status }: Outcome) => status === 503 || status === 429;

const statusesOf = (outcomes: readonly Outcome[]) => new Set(outcomes.map(({ status }) => status));

function salesAt(url: string, stores: readonly Store[]): () => LoadRequest {
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
