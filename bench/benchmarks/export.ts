import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Benchmark } from '../benchmark.ts';
import { peakMemory, resetPeak, residentMemory } from '../setup/memory.ts';
import { openService } from '../setup/service.ts';
import type { Shop } from '../setup/shops.ts';

/** An export of the sales of four weeks, compared with COPY of the same columns to a file. */
export const exporting: Benchmark = {
  name: 'export',
  title: 'Export of 1,000,000 sales as csv',
  measures: [
    {
      name: 'export',
      title: 'Rows per second',
      unit: 'rows/s',
      limit: 'COPY of the same rows to a file',
      at_least: 0.3,
    },
    { name: 'export-memory', title: 'Growth of the service’s memory', unit: 'MiB', at_most: 64 },
  ],
  async open({ scale }) {
    const sales = Math.max(100, Math.round(1_000_000 * scale));
    const service = await openService();
    const client = new pg.Client(service.admin);
    const close = async () => {
      await client.end();
      await service.close();
    };
    try {
      await client.connect();
      const [shop] = await service.openShops(1, 0);
      if (shop === undefined) throw new Error('there is no shop');
      await fillSales(client, shop, sales);
      const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
      const order = { report_type: 'transactions', format: 'csv', start_date: day(30), end_date: day(0) };
      const headers = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' };
      const file = join(service.testBed.env.DATA_DIR ?? '', '..', 'copied.csv');
      let bytes = 0;
      return {
        async measureService() {
          const pid = service.testBed.service().process.pid;
          const before = await residentMemory(pid);
          await resetPeak(pid);
          const since = performance.now();
          const answer = await fetch(`${service.testBed.url}/api/v1/reports/export`, {
            method: 'POST',
            headers,
            body: JSON.stringify(order),
          });
          const took_s = (performance.now() - since) / 1_000;
          const memory = (await peakMemory(pid)) - before;
          const { data } = (await answer.json()) as { data: { download_url: string } };
          const written = await (await fetch(new URL(data.download_url, service.testBed.url))).text();
          const rows = written.split('\r\n').filter(Boolean).length - 1;
          if (rows !== sales) throw new Error(`the file has ${rows} rows instead of ${sales}`);
          bytes = written.length;
          return { export: sales / took_s, 'export-memory': memory };
        },
        async measureLimit() {
          const since = performance.now();
          await pipeline(client.query(copyTo(copyOf(shop))), createWriteStream(file));
          return { export: sales / ((performance.now() - since) / 1_000) };
        },
        notes: () => [`${sales} rows, ${(bytes / 1e6).toFixed(0)} MB`],
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

/** Inserts sales without lines, which the export does not read. */
async function fillSales(
  client: pg.Client,
  { merchant_id, owner_id, branch_id, warehouse_id }: Shop,
  sales: number,
): Promise<void> {
  await client.query(
    `insert into sales (merchant_id, id, code, status, branch_id, warehouse_id, cashier_id, tax_mode, subtotal, discount, tax, total, cost, item_count,
       loyalty_rate_ppm, payment_method, occurred_at, business_day, business_hour, created_at, updated_at)
     select $1, uuidv7(at - now()), 'S-' || n, 'completed', $2, $3, $4, 'none', 2970, 0, 0, 2970, 1485, 3, 1000000, 'cash', at, at::date, extract(hour from at), at, at
     from (select n, now() - interval '28 days' * n / $5::int as at from generate_series(1, $5::int) n) d`,
    [merchant_id, branch_id, warehouse_id, owner_id, sales],
  );
  await client.query('vacuum analyze sales');
}

const copyOf = ({ merchant_id }: Shop) => `
  copy (
    select s.code, s.occurred_at, s.status, b.name as branch, u.name as cashier, c.name as customer, s.payment_method, s.subtotal, s.discount, s.tax,
      s.total, s.refunded_amount, s.item_count, s.note
    from sales s
    join branches b on b.merchant_id = s.merchant_id and b.id = s.branch_id
    join users u on u.id = s.cashier_id
    left join customers c on c.merchant_id = s.merchant_id and c.id = s.customer_id
    where s.merchant_id = '${merchant_id}' order by s.occurred_at, s.id
  ) to stdout (format csv, header)`;
