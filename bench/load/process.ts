import { setTimeout as sleep } from 'node:timers/promises';
import { requestsOf } from './asking.ts';
import { openConnection } from './connection.ts';
import type { LoadOrder, Outcome } from './load.ts';

/** The process that asks. It takes one order after another, and tells what came of each. */
process.on('message', (order: LoadOrder) => {
  carryOut(order).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});

async function carryOut({ port, connections, seconds, asking, per_s }: LoadOrder): Promise<Outcome> {
  const next = requestsOf(asking);
  const lines = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const took_ms: number[] = [];
  const statuses: Record<string, number> = {};
  let bytes = 0;
  const cpu = process.cpuUsage();
  const since = performance.now();
  const until = since + seconds * 1_000;
  const client = async (number: number) => {
    const line = lines[number];
    for (let turn = 0; line !== undefined; turn += 1) {
      if (per_s !== undefined) await sleepUntil(since + ((number + turn * connections) / per_s) * 1_000);
      const asked = performance.now();
      if (asked >= until) return;
      const answer = await line.ask(next(number));
      const now = performance.now();
      // Who was turned away for overload asks again at once, as the worst of clients would; a lost connection is counted.
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      bytes += answer.bytes;
      took_ms.push(now - asked);
    }
  };
  await Promise.all(lines.map((_, number) => client(number)));
  const lasted_s = (performance.now() - since) / 1_000;
  for (const line of lines) line.close();
  const { user, system } = process.cpuUsage(cpu);
  const sorted = Float64Array.from(took_ms).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return {
    statuses,
    bytes,
    lasted_s,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    max_ms: at(1),
    busy: (user + system) / 1e6 / lasted_s,
  };
}

async function sleepUntil(moment: number): Promise<void> {
  const left = moment - performance.now();
  if (left > 1) await sleep(left);
}
