import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection } from './connection.ts';
import type { LoadCommand, Outcome } from './load.ts';
import { requestsOf } from './workload.ts';

/** The load generator. It runs one command after another, and sends back each outcome. */
process.on('message', (command: LoadCommand) => {
  run(command).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});

async function run({ port, connections, seconds, workload, per_s }: LoadCommand): Promise<Outcome> {
  const next = requestsOf(workload);
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const took_ms: number[] = [];
  const statuses: Record<string, number> = {};
  let bytes = 0;
  const cpu = process.cpuUsage();
  const since = performance.now();
  const until = since + seconds * 1_000;
  const client = async (number: number) => {
    const connection = open[number];
    for (let turn = 0; connection !== undefined; turn += 1) {
      if (per_s !== undefined) await sleepUntil(since + ((number + turn * connections) / per_s) * 1_000);
      const sent = performance.now();
      if (sent >= until) return;
      const answer = await connection.send(next(number));
      const now = performance.now();
      // A rejected client sends its next request at once, like the worst of clients. A lost connection counts as status 0.
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      bytes += answer.bytes;
      took_ms.push(now - sent);
    }
  };
  await Promise.all(open.map((_, number) => client(number)));
  const lasted_s = (performance.now() - since) / 1_000;
  for (const connection of open) connection.close();
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
