import { type Benchmark, median, type Run, warmUp } from '../benchmark.ts';
import { type Outcome, openLoad, rateOf } from '../load/load.ts';
import { describeAsking } from '../load/notes.ts';
import { databaseProcesses, residentMemory, shareOfMemory } from '../places/memory.ts';
import { openService } from '../places/service.ts';
import { analyze, idsOf } from '../places/shops.ts';

/** So many tills are all served at once. */
const tills = 64;
/** More than are let in at once, three times over. */
const crowd = 300;

async function openTrade({ scale, seconds: round_s }: Run) {
  const service = await openService();
  const load = openLoad();
  const close = async () => {
    load.close();
    await service.close();
  };
  try {
    const shops = await service.openShops(4, Math.max(60, Math.round(3_000 * scale)));
    const asking = {
      kind: 'sale' as const,
      lines: 3,
      tills: shops.map((shop) => ({ token: shop.token, product_ids: idsOf(shop) })),
    };
    const sell = (connections: number, seconds: number, per_s?: number) =>
      load.run({ port: service.port, connections, seconds, asking, ...(per_s === undefined ? {} : { per_s }) });
    await sell(tills, warmUp(round_s));
    await analyze(service.admin);
    return { service, sell, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export const overload: Benchmark = {
  name: 'overload',
  title: 'Sales at three times the rate that can be served, by 300 clients who ask on whatever they are told',
  measures: [
    {
      name: 'overload',
      title: 'Sales taken under overload',
      unit: 'sales/s',
      limit: `the peak, ${tills} tills at once`,
      at_least: 0.9,
    },
  ],
  async open(run) {
    const { sell, close } = await openTrade(run);
    const peaks: number[] = [rateOf(await sell(tills, run.seconds), 201)];
    const outcomes: Outcome[] = [];
    return {
      async ours() {
        const outcome = await sell(crowd, run.seconds, 3 * median(peaks));
        outcomes.push(outcome);
        return { overload: (outcome.statuses[201] ?? 0) / outcome.lasted_s };
      },
      async limit() {
        const peak = rateOf(await sell(tills, run.seconds), 201);
        peaks.push(peak);
        return { overload: peak };
      },
      notes: () => [
        describeAsking(outcomes),
        `answers by status: ${outcomes.map(({ statuses }) => JSON.stringify(statuses)).join(' ')}`,
      ],
      close,
    };
  },
};

export const soak: Benchmark = {
  name: 'soak',
  title: 'Sales at half of capacity for a long time',
  rounds: 1,
  measures: [
    {
      name: 'soak-memory',
      title: 'Memory of the service at the end',
      unit: 'MiB',
      limit: 'that near the start',
      at_most: 1.1,
    },
    {
      name: 'soak-latency',
      title: 'Median time of a sale at the end',
      unit: 'ms',
      limit: 'that near the start',
      at_most: 1.1,
    },
  ],
  async open(run) {
    const { service, sell, close } = await openTrade(run);
    const notes: string[] = [];
    const seconds = (run.minutes * 60) / parts;
    await sell(tills, Math.min(10, seconds));
    const half = rateOf(await sell(tills, Math.min(10, seconds)), 201) / 2;
    notes.push(`${half.toFixed(0)} sales/s over ${run.minutes} minutes`);
    const pid = service.stand.service().process.pid;
    const part = async () => {
      const outcome = await sell(16, seconds, half);
      rateOf(outcome, 201);
      const figures = { 'soak-memory': await residentMemory(pid), 'soak-latency': outcome.p50_ms };
      const database = await shareOfMemory(await databaseProcesses(service));
      const line = `memory ${figures['soak-memory'].toFixed(0)} MiB, database ${database.toFixed(0)} MiB, p50 ${outcome.p50_ms.toFixed(1)} ms, p99 ${outcome.p99_ms.toFixed(1)} ms`;
      notes.push(line);
      run.say(line);
      return figures;
    };
    return {
      // The first part warms up, the second is the start.
      async limit() {
        await part();
        return part();
      },
      async ours() {
        for (let done = 2; done < parts - 1; done += 1) await part();
        return part();
      },
      notes: () => notes,
      close,
    };
  },
};
const parts = 10;
