import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../crash/operations.ts';
import type { ProofRun } from '../proof.ts';
import { type LoadRequest, percentile, runClients } from './load.ts';

/**
 * What slow clients do. `silent`: send nothing. `head`, `body`: never finish the request head or body.
 * `reading`: request much, and do not read the response.
 */
const behaviors = ['silent', 'head', 'body', 'reading'] as const;
type Behavior = (typeof behaviors)[number];

interface Slow {
  behavior: Behavior;
  socket: Socket;
  /** Time from opening to closing; undefined while it is open. */
  closed_ms: number | undefined;
}

export interface SlowRun {
  url: string;
  store: Store;
  sockets: number;
  lasts_ms: number;
  /** Limit for the p99 of other clients, as a multiple of that without slow clients. By default not checked. */
  slowdown?: number;
  /** Time within which the service must close all slow clients; undefined to skip this check. */
  closed_within_ms: number | undefined;
}

const others = 8;
const opening_ms = 3_000;
const reading_ms = 5_000;
/** openapi.json is the largest public response; this number of them exceeds the sockets' buffers. */
const manyRequests = 'GET /openapi.json HTTP/1.1\r\nhost: tillhouse\r\n\r\n'.repeat(20);

/** Slow clients must not slow others down, not even of their own merchant, and must be disconnected in time. */
export async function proveSlow(
  say: ProofRun['say'],
  { url, store, sockets, lasts_ms, slowdown = Number.POSITIVE_INFINITY, closed_within_ms }: SlowRun,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const load = { agent, next: readsAt(url, store), lasts_ms };
  await runClients(others, { ...load, lasts_ms: lasts_ms / 2 });
  const alone = await runClients(others, load);
  const slow = await openSlow(url, sockets, store);
  const since = performance.now();
  const dripping = setInterval(() => drip(slow), 1_000);
  try {
    // Lets the first burst of the slow clients pass: their number of concurrent requests is not tested here.
    await sleep(opening_ms);
    const among = await runClients(others, load);
    for (const { status } of [...alone, ...among]) assert.equal(status, 200);
    const [p99, p99_among] = [percentile(alone, 99), percentile(among, 99)];
    say(
      `${sockets} slow clients: ${others} others had p99 ${p99.toFixed(1)} ms without and ${p99_among.toFixed(1)} ms with them: ${(p99_among / p99).toFixed(2)} times; ` +
        `${Math.round(alone.length / (lasts_ms / 1_000))} and ${Math.round(among.length / (lasts_ms / 1_000))} reads/s`,
    );
    assert.ok(p99_among < p99 * slowdown, 'slow clients slow the others down');
    if (closed_within_ms === undefined) return;
    await sleep(closed_within_ms - (performance.now() - since));
    // A client that does not read does not notice the end of its connection, so it reads now.
    for (const { socket } of slow) socket.resume();
    await sleep(reading_ms);
    for (const behavior of behaviors) {
      const own = slow.filter((one) => one.behavior === behavior);
      const open = own.filter(({ closed_ms }) => closed_ms === undefined).length;
      const longest_s = Math.max(...own.map(({ closed_ms = 0 }) => closed_ms)) / 1_000;
      say(
        `${behavior.padEnd(8)} ${own.length} of them: ${open} open after ${closed_within_ms / 1_000} s; the last was closed after ${longest_s.toFixed(1)} s`,
      );
      assert.equal(open, 0, `${behavior}: still open`);
    }
    const again = await runClients(others, load);
    assert.ok(again.every(({ status }) => status === 200));
  } finally {
    clearInterval(dripping);
    agent.destroy();
    for (const { socket } of slow) socket.destroy();
  }
}

function readsAt(url: string, { token }: Store): () => LoadRequest {
  const paths = ['/products?limit=20', '/customers', '/inventory'];
  let count = 0;
  return () => ({
    url: `${url}/api/v1${paths[++count % paths.length]}`,
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
  });
}

async function openSlow(url: string, count: number, { token }: Store): Promise<Slow[]> {
  const { port, hostname } = new URL(url);
  const head = `POST /api/v1/transactions HTTP/1.1\r\nhost: tillhouse\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`;
  const firsts: Record<Behavior, string> = {
    silent: '',
    head: 'GET / HTTP/1.1\r\nx: ',
    body: head,
    reading: manyRequests,
  };
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const behavior = behaviors[number % behaviors.length] ?? 'silent';
      const since = performance.now();
      const socket = connect(Number(port), hostname);
      const slow: Slow = { behavior, socket, closed_ms: undefined };
      socket.on('error', () => undefined);
      socket.on('close', () => {
        slow.closed_ms = performance.now() - since;
      });
      await new Promise((resolve) => socket.once('connect', resolve));
      if (behavior === 'reading') socket.pause();
      else socket.resume();
      socket.write(firsts[behavior]);
      return slow;
    }),
  );
}

function drip(slow: readonly Slow[]): void {
  for (const { behavior, socket } of slow)
    if ((behavior === 'head' || behavior === 'body') && socket.writable) socket.write(' ');
}
