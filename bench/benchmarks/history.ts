import pg from 'pg';
import type { Benchmark, Figures } from '../benchmark.ts';
import { type Outcome, openLoad, rateOf } from '../load/load.ts';
import { describeAsking } from '../load/notes.ts';
import { type OpenShop, openService } from '../places/service.ts';
import { fillHistory } from '../seed/fill.ts';
import { type History, statementsOf } from '../seed/history.ts';

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
  ],
  async open({ seconds, scale, say }) {
    const service = await openService();
    const load = openLoad();
    const close = async () => {
      load.close();
      await service.close();
    };
    try {
      const [large, small] = await service.openShops(2, 0);
      if (large === undefined || small === undefined) throw new Error('there are no shops');
      const same = { products: 2_000, customers: 1_000, branches: 3, days };
      const lines = await fill(
        service.admin,
        [
          { ...same, shop: large, sales: Math.max(100, Math.round(large_sales * scale)) },
          { ...same, shop: small, sales: Math.max(100, Math.round(small_sales * scale)) },
        ],
        say,
      );
      const outcomes: Outcome[] = [];
      const measure = async ({ token }: OpenShop): Promise<Figures> => {
        const ask = async (path: string) => {
          const asking = { kind: 'get' as const, token, paths: [path] };
          const outcome = await load.run({ port: service.port, connections: clients, seconds: seconds / 2, asking });
          outcomes.push(outcome);
          return rateOf(outcome, 200);
        };
        const month = lastMonth();
        return {
          report: await ask(`/reports/sales?start_date=${month.from}&end_date=${month.to}`),
          dashboard: await ask(`/dashboard/summary?start_date=${month.from}&end_date=${month.to}`),
        };
      };
      await measure(large);
      await measure(small);
      return {
        ours: () => measure(large),
        limit: () => measure(small),
        notes: () => [`${lines.join(' and ')} sale lines over ${days} days; ${clients} clients`, describeAsking(outcomes)],
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

type Wanted = Omit<History, 'merchant_id' | 'owner_id'> & { shop: OpenShop };

/** @returns how many lines each of them has */
async function fill(admin: pg.ClientConfig, wanted: Wanted[], say: (line: string) => void): Promise<number[]> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    const lines: number[] = [];
    for (const { shop, ...size } of wanted) {
      await fillHistory(client, statementsOf({ ...size, merchant_id: shop.merchant_id, owner_id: shop.owner_id }));
      const { rows } = await client.query('select count(*)::int as lines from sale_lines where merchant_id = $1', [shop.merchant_id]);
      lines.push(rows[0].lines);
      say(`a history of ${size.sales} sales, ${rows[0].lines} lines`);
    }
    await client.query('vacuum analyze');
    return lines;
  } finally {
    await client.end();
  }
}

/** The last whole month. */
function lastMonth(): { from: string; to: string } {
  const now = new Date();
  const day = (month: number, date: number) => new Date(Date.UTC(now.getUTCFullYear(), month, date)).toISOString().slice(0, 10);
  return { from: day(now.getUTCMonth() - 1, 1), to: day(now.getUTCMonth(), 0) };
}
