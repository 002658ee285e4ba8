import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../crash/acts.ts';
import type { ProofRun } from '../proof.ts';
import { byClients, percentile, type Target } from './load.ts';

/** Who says nothing, who never comes to the end of the head or of the body, and who asks for much and does not read it. */
const manners = ['silent', 'head', 'body', 'reading'] as const;
type Manner = (typeof manners)[number];

interface Slow {
  manner: Manner;
  socket: Socket;
  /** Since it was opened; undefined while it is open. */
  closed_ms: number | undefined;
}

export interface SlowRun {
  url: string;
  store: Store;
  sockets: number;
  lasts_ms: number;
  /** How many times longer others may wait; not judged when left out. */
  slower?: number;
  /** Until when they are all closed; where that is not waited for, undefined. */
  closed_within_ms: number | undefined;
}

const others = 8;
const opening_ms = 3_000;
const reading_ms = 5_000;
/** openapi.json is the largest public response; this number of them exceeds the sockets' buffers. */
const asksForMuch = 'GET /openapi.json HTTP/1.1\r\nhost: tillhouse\r\n\r\n'.repeat(20);

/** Slow clients slow no other client down, not even of their own merchant, and are cut off after a while. */
export async function proveSlow(
  say: ProofRun['say'],
  { url, store, sockets, lasts_ms, slower = Number.POSITIVE_INFINITY, closed_within_ms }: SlowRun,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const load = { agent, next: readsAt(url, store), lasts_ms };
  await byClients(others, { ...load, lasts_ms: lasts_ms / 2 });
  const alone = await byClients(others, load);
  const slow = await openSlow(url, sockets, store);
  const since = performance.now();
  const dripping = setInterval(() => drip(slow), 1_000);
  try {
    // The number of concurrent requests is not tested here.
    await sleep(opening_ms);
    const among = await byClients(others, load);
    for (const { status } of [...alone, ...among]) assert.equal(status, 200);
    const [p99, p99_among] = [percentile(alone, 99), percentile(among, 99)];
    say(
      `${sockets} slow clients: ${others} others had p99 ${p99.toFixed(1)} ms without and ${p99_among.toFixed(1)} ms with them: ${(p99_among / p99).toFixed(2)} times; ` +
        `${Math.round(alone.length / (lasts_ms / 1_000))} and ${Math.round(among.length / (lasts_ms / 1_000))} reads/s`,
    );
    assert.ok(p99_among < p99 * slower, 'slow clients slow the others');
    if (closed_within_ms === undefined) return;
    await sleep(closed_within_ms - (performance.now() - since));
    // Who does not read does not hear of the end; what is there is read, and then it is seen whether there is more to come.
    for (const { socket } of slow) socket.resume();
    await sleep(reading_ms);
    for (const manner of manners) {
      const own = slow.filter((one) => one.manner === manner);
      const open = own.filter(({ closed_ms }) => closed_ms === undefined).length;
      const longest_s = Math.max(...own.map(({ closed_ms = 0 }) => closed_ms)) / 1_000;
      say(
        `${manner.padEnd(8)} ${own.length} of them: ${open} open after ${closed_within_ms / 1_000} s; the last was closed after ${longest_s.toFixed(1)} s`,
      );
      assert.equal(open, 0, `${manner}: still open`);
    }
    const again = await byClients(others, load);
    assert.ok(again.every(({ status }) => status === 200));
  } finally {
    clearInterval(dripping);
    agent.destroy();
    for (const { socket } of slow) socket.destroy();
  }
}

function readsAt(url: string, { token }: Store): () => Target {
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
  const firsts: Record<Manner, string> = {
    silent: '',
    head: 'GET / HTTP/1.1\r\nx: ',
    body: head,
    reading: asksForMuch,
  };
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const manner = manners[number % manners.length] ?? 'silent';
      const since = performance.now();
      const socket = connect(Number(port), hostname);
      const slow: Slow = { manner, socket, closed_ms: undefined };
      socket.on('error', () => undefined);
      socket.on('close', () => {
        slow.closed_ms = performance.now() - since;
      });
      await new Promise((resolve) => socket.once('connect', resolve));
      if (manner === 'reading') socket.pause();
      else socket.resume();
      socket.write(firsts[manner]);
      return slow;
    }),
  );
}

function drip(slow: readonly Slow[]): void {
  for (const { manner, socket } of slow)
    if ((manner === 'head' || manner === 'body') && socket.writable) socket.write(' ');
}
