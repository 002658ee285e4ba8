import { type Benchmark, median, type Run, warmUp } from '../benchmark.ts';
import { describeOutcomes } from '../load/describe-outcomes.ts';
import { type Outcome, openLoad, rateOf } from '../load/load.ts';
import { databaseProcesses, residentMemory, shareOfMemory } from '../setup/memory.ts';
import { openService } from '../setup/service.ts';
import { analyze, idsOf } from '../setup/shops.ts';

/** The service serves this number of concurrent tills without rejections. */
const tills = 64;
/** Far more clients than the service accepts concurrent requests. */
const overloadClients = 300;

async function openSelling({ scale, seconds: round_s }: Run) {
  const service = await openService();
  const load = openLoad();
  const close = async () => {
    load.close();
    await service.close();
  };
  try {
    const shops = await service.openShops(4, Math.max(60, Math.round(3_000 * scale)));
    const workload = {
      kind: 'sale' as const,
      lines: 3,
      tills: shops.map((shop) => ({ token: shop.token, product_ids: idsOf(shop) })),
    };
    const sell = (connections: number, seconds: number, per_s?: number) =>
      load.run({ port: service.port, connections, seconds, workload, ...(per_s === undefined ? {} : { per_s }) });
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
  title: 'Sales at three times the peak rate, by 300 clients that ignore rejections',
  measures: [
    {
      name: 'overload',
      title: 'Accepted sales under overload',
      unit: 'sales/s',
      limit: `the peak, ${tills} concurrent tills`,
      at_least: 0.9,
    },
  ],
  async open(run) {
    const { sell, close } = await openSelling(run);
    const peaks: number[] = [rateOf(await sell(tills, run.seconds), 201)];
    const outcomes: Outcome[] = [];
    return {
      async measureService() {
        const outcome = await sell(overloadClients, run.seconds, 3 * median(peaks));
        outcomes.push(outcome);
        return { overload: (outcome.statuses[201] ?? 0) / outcome.lasted_s };
      },
      async measureLimit() {
        const peak = rateOf(await sell(tills, run.seconds), 201);
        peaks.push(peak);
        return { overload: peak };
      },
      notes: () => [
        describeOutcomes(outcomes),
        `responses by status: ${outcomes.map(({ statuses }) => JSON.stringify(statuses)).join(' ')}`,
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
      limit: 'the same near the start',
      at_most: 1.1,
    },
    {
      name: 'soak-latency',
      title: 'Median time of a sale at the end',
      unit: 'ms',
      limit: 'the same near the start',
      at_most: 1.1,
    },
  ],
  async open(run) {
    const { service, sell, close } = await openSelling(run);
    const notes: string[] = [];
    const seconds = (run.minutes * 60) / parts;
    await sell(tills, Math.min(10, seconds));
    const half = rateOf(await sell(tills, Math.min(10, seconds)), 201) / 2;
    notes.push(`${half.toFixed(0)} sales/s over ${run.minutes} minutes`);
    const pid = service.testBed.service().process.pid;
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
      // The first part is the warm-up, and the second one is the start.
      async measureLimit() {
        await part();
        return part();
      },
      async measureService() {
        for (let done = 2; done < parts - 1; done += 1) await part();
        return part();
      },
      notes: () => notes,
      close,
    };
  },
};
const parts = 10;
