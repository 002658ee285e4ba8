import type { Connection } from '../../server/src/platform/database/connection.ts';
import type { Benchmark, Figures } from '../benchmark.ts';
import { describeOutcomes } from '../load/describe-outcomes.ts';
import { type Outcome, openLoad, rateOf } from '../load/load.ts';
import { type History, historyStatements } from '../seed/history.ts';
import { runMaintenance } from '../seed/run-maintenance.ts';
import { openHistoryWriter } from '../seed/write-history.ts';
import { type BenchService, type OpenShop, openService } from '../setup/service.ts';

const large_sales = 3_000_000;
const small_sales = 3_000;
const days = 1_095;
const clients = 4;
const limit = 'the same of a merchant with 10,000 lines';

/** The figures of a month must cost the same for a long and a short history. */
export const report: Benchmark = {
  name: 'report',
  title: 'A month’s report and the dashboard, 10,000,000 sale lines against 10,000',
  measures: [
    { name: 'report', title: 'Report of a month', unit: 'answers/s', limit, at_least: 0.7 },
    { name: 'dashboard', title: 'Dashboard of a month', unit: 'answers/s', limit, at_least: 0.7 },
    { name: 'report-uncached', title: 'Reports of whole months, not cached', unit: 'answers/s', limit },
    { name: 'dashboard-uncached', title: 'Dashboards of whole months, not cached', unit: 'answers/s', limit },
  ],
  async open({ seconds, scale, data, say }) {
    const service = await openService({}, data);
    const load = openLoad();
    const close = async () => {
      load.close();
      await service.close();
    };
    try {
      const [large, small] =
        data === undefined ? await service.openShops(2, 0) : [await service.findSeeded(0), await service.findSeeded(1)];
      if (large === undefined || small === undefined) throw new Error('there are no shops');
      if (data === undefined) {
        const same = { products: 2_000, customers: 1_000, branches: 3, days };
        await fill(
          service.admin,
          [
            { ...same, shop: large, sales: Math.max(100, Math.round(large_sales * scale)) },
            { ...same, shop: small, sales: Math.max(100, Math.round(small_sales * scale)) },
          ],
          say,
        );
      }
      const lines = await countLines(service, [large, small]);
      const outcomes: Outcome[] = [];
      const measure = async (shop: OpenShop): Promise<Figures> => {
        const product_id = await createProduct(service, shop);
        const ask = async (...paths: string[]) => {
          const workload = { kind: 'get' as const, token: shop.token, paths };
          const outcome = await load.run({ port: service.port, connections: clients, seconds: seconds / 4, workload });
          outcomes.push(outcome);
          return rateOf(outcome, 200);
        };
        const [month = ''] = months(1);
        const figures: Figures = {
          report: await ask(`/reports/sales?${month}`),
          dashboard: await ask(`/dashboard/summary?${month}`),
        };
        // A sale invalidates all cached responses, and each of these ranges is requested once.
        await sell(service, shop, product_id);
        figures['report-uncached'] = await ask(
          ...groupings.flatMap((grouping) => months(34).map((range) => `/reports/sales?${range}${grouping}`)),
        );
        await sell(service, shop, product_id);
        figures['dashboard-uncached'] = await ask(...months(34).map((range) => `/dashboard/summary?${range}`));
        return figures;
      };
      await measure(large);
      await measure(small);
      return {
        measureService: () => measure(large),
        measureLimit: () => measure(small),
        notes: () => [
          `${lines.join(' and ')} sale lines over ${days} days; ${clients} clients`,
          describeOutcomes(outcomes),
        ],
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

type Wanted = Omit<History, 'merchant_id' | 'owner_id'> & { shop: OpenShop };

async function fill(admin: Connection, wanted: Wanted[], say: (line: string) => void): Promise<void> {
  const writer = await openHistoryWriter(admin, 0.007);
  for (const { shop, ...size } of wanted) {
    await writer.write(historyStatements({ ...size, merchant_id: shop.merchant_id, owner_id: shop.owner_id }));
    say(`a history of ${size.sales} sales`);
  }
  await writer.close();
  await runMaintenance(
    admin,
    wanted.map(({ shop }) => shop.merchant_id),
  );
}

async function countLines({ testBed }: BenchService, shops: OpenShop[]): Promise<number[]> {
  const count = async ({ merchant_id }: OpenShop) =>
    (
      await testBed.admin.query<{ lines: number }>(
        'select count(*)::int as lines from sale_lines where merchant_id = $1',
        [merchant_id],
      )
    ).rows;
  return (await Promise.all(shops.map(count))).flat().map(({ lines }) => lines);
}

/** A product with enough stock for all sales of a round. */
const createProduct = async (service: BenchService, shop: OpenShop): Promise<string> =>
  (await post(service, shop, '/products', { sku: `SOLD-${performance.now()}`, name: 'Sold', price: 1, stock: 1_000 }))
    .id;

const sell = (service: BenchService, shop: OpenShop, product_id: string) =>
  post(service, shop, '/transactions', { items: [{ product_id, quantity: 1 }], payment_method: 'cash' });

async function post(
  { testBed }: BenchService,
  { token }: OpenShop,
  path: string,
  body: object,
): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${testBed.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { data: { id: string } }).data;
}

const groupings = ['', '&group_by=day', '&group_by=week', '&group_by=month'];

/** This number of whole months, the last one first. */
function months(count: number): string[] {
  const now = new Date();
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, date)).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, ago) => `start_date=${day(ago + 1, 1)}&end_date=${day(ago, 0)}`);
}
