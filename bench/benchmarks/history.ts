import type { Connection } from '../../server/src/platform/database/connection.ts';
import type { Benchmark, Figures } from '../benchmark.ts';
import { type Outcome, openLoad, rateOf } from '../load/load.ts';
import { describeAsking } from '../load/notes.ts';
import { type BenchService, type OpenShop, openService } from '../places/service.ts';
import { openFiller } from '../seed/fill.ts';
import { type History, makingOf } from '../seed/history.ts';
import { runMaintenance } from '../seed/run-maintenance.ts';

const large_sales = 3_000_000;
const small_sales = 3_000;
const days = 1_095;
const clients = 4;
const limit = 'the same of a merchant with 10,000 lines';

/** A month's figures cost the same whatever the shop has sold in its life. */
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
        const product_id = await makeProduct(service, shop);
        const ask = async (...paths: string[]) => {
          const asking = { kind: 'get' as const, token: shop.token, paths };
          const outcome = await load.run({ port: service.port, connections: clients, seconds: seconds / 4, asking });
          outcomes.push(outcome);
          return rateOf(outcome, 200);
        };
        const [month = ''] = months(1);
        const figures: Figures = {
          report: await ask(`/reports/sales?${month}`),
          dashboard: await ask(`/dashboard/summary?${month}`),
        };
        // After a sale nothing that was remembered holds, and each of these is asked once.
        await sell(service, shop, product_id);
        figures['report-uncached'] = await ask(
          ...ways.flatMap((way) => months(34).map((range) => `/reports/sales?${range}${way}`)),
        );
        await sell(service, shop, product_id);
        figures['dashboard-uncached'] = await ask(...months(34).map((range) => `/dashboard/summary?${range}`));
        return figures;
      };
      await measure(large);
      await measure(small);
      return {
        ours: () => measure(large),
        limit: () => measure(small),
        notes: () => [
          `${lines.join(' and ')} sale lines over ${days} days; ${clients} clients`,
          describeAsking(outcomes),
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
  const filler = await openFiller(admin, 0.007);
  for (const { shop, ...size } of wanted) {
    await filler.fill(makingOf({ ...size, merchant_id: shop.merchant_id, owner_id: shop.owner_id }));
    say(`a history of ${size.sales} sales`);
  }
  await filler.close();
  await runMaintenance(
    admin,
    wanted.map(({ shop }) => shop.merchant_id),
  );
}

async function countLines({ stand }: BenchService, shops: OpenShop[]): Promise<number[]> {
  const count = async ({ merchant_id }: OpenShop) =>
    (
      await stand.admin.query<{ lines: number }>(
        'select count(*)::int as lines from sale_lines where merchant_id = $1',
        [merchant_id],
      )
    ).rows;
  return (await Promise.all(shops.map(count))).flat().map(({ lines }) => lines);
}

/** Something that there is always enough of. */
const makeProduct = async (service: BenchService, shop: OpenShop): Promise<string> =>
  (await post(service, shop, '/products', { sku: `SOLD-${performance.now()}`, name: 'Sold', price: 1, stock: 1_000 }))
    .id;

const sell = (service: BenchService, shop: OpenShop, product_id: string) =>
  post(service, shop, '/transactions', { items: [{ product_id, quantity: 1 }], payment_method: 'cash' });

async function post({ stand }: BenchService, { token }: OpenShop, path: string, body: object): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${stand.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { data: { id: string } }).data;
}

const ways = ['', '&group_by=day', '&group_by=week', '&group_by=month'];

/** So many whole months, the last one first. */
function months(count: number): string[] {
  const now = new Date();
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, date)).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, ago) => `start_date=${day(ago + 1, 1)}&end_date=${day(ago, 0)}`);
}
