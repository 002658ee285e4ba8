import { setTimeout as sleep } from 'node:timers/promises';
import { type Benchmark, type Run, warmUp } from '../benchmark.ts';
import { type Outcome, openLoad, rateOf } from '../load/load.ts';
import { type BenchService, type OpenShop, openService } from '../setup/service.ts';
import { analyze, idsOf } from '../setup/shops.ts';
import { fileOf, importFile } from './import.ts';

/** Sales of the other merchants, far below what the service can take. */
const sales_per_s = 20;
const others = 4;
/** Clients of the busy merchant that search without a pause. */
const searchers = 32;

/** Times of sales while another merchant imports, exports and searches as much as it can. */
export const neighbours: Benchmark = {
  name: 'neighbours',
  title: `Sales of ${others} merchants while another one imports 20,000 products, exports and searches with ${searchers} clients`,
  measures: [
    { name: 'neighbours-p99', title: 'Of 100 sales, 99 take at most', unit: 'ms', limit: 'undisturbed', at_most: 2 },
    { name: 'neighbours-worst', title: 'The slowest sale', unit: 'ms', limit: 'undisturbed' },
  ],
  async open(run) {
    const service = await openService();
    const [tills, flood] = [openLoad(), openLoad()];
    const close = async () => {
      tills.close();
      flood.close();
      await service.close();
    };
    try {
      const [busy, ...selling] = await service.openShops(1 + others, Math.max(60, Math.round(3_000 * run.scale)));
      if (busy === undefined) throw new Error('there is no shop');
      const workload = {
        kind: 'sale' as const,
        lines: 3,
        tills: selling.map((shop) => ({ token: shop.token, product_ids: idsOf(shop) })),
      };
      const sell = (seconds: number, per_s?: number) =>
        tills.run({ port: service.port, connections: others, seconds, workload, ...(per_s && { per_s }) });
      await sell(warmUp(run.seconds));
      await analyze(service.admin);
      const figuresOf = (outcome: Outcome) => {
        rateOf(outcome, 201);
        return { 'neighbours-p99': outcome.p99_ms, 'neighbours-worst': outcome.max_ms };
      };
      const notes: string[] = [];
      return {
        async measureService() {
          const [figures, note] = await whileBusy({ service, run, flood, busy }, async () =>
            figuresOf(await sell(run.seconds, sales_per_s)),
          );
          notes.push(note);
          return figures;
        },
        measureLimit: async () => figuresOf(await sell(run.seconds, sales_per_s)),
        notes: () => notes,
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

interface Busy {
  service: BenchService;
  run: Run;
  flood: ReturnType<typeof openLoad>;
  busy: OpenShop;
}

/** Does the work while one merchant imports, exports and searches. From the second round the import changes products. */
async function whileBusy<Result>(
  { service, run, flood, busy }: Busy,
  work: () => Promise<Result>,
): Promise<[Result, string]> {
  const products = Math.max(50, Math.round(20_000 * run.scale));
  const imported = importFile(service, busy.token, fileOf(products), products);
  const exported = exportUntil(service, busy.token, performance.now() + run.seconds * 1_000);
  const paths = Array.from({ length: 500 }, (_, at) => `/products?search=${['tea', 'soap', 'lamp'][at % 3]}%20${at}`);
  const flooded = flood.run({
    port: service.port,
    connections: searchers,
    seconds: run.seconds,
    workload: { kind: 'get', token: busy.token, paths },
  });
  await sleep(100);
  const result = await work();
  const [import_s, exports, { statuses }] = await Promise.all([imported, exported, flooded]);
  const note = `import in ${import_s.toFixed(1)} s, ${exports} exports, searches by status ${JSON.stringify(statuses)}`;
  return [result, note];
}

/** Exports all products as XLSX, one file after another. @returns how many */
async function exportUntil(service: BenchService, token: string, until: number): Promise<number> {
  let exports = 0;
  while (performance.now() < until) {
    const answer = await fetch(`${service.testBed.url}/api/v1/inventory/export?format=xlsx`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok || byteLength === 0) throw new Error(`an export ended with ${answer.status}`);
    exports += 1;
  }
  return exports;
}
