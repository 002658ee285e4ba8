import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { Benchmark, Figures } from '../benchmark.ts';
import { peakMemory, resetPeak, residentMemory } from '../setup/memory.ts';
import { type BenchService, type OpenShop, openService } from '../setup/service.ts';

/** A till fetches everything, and then one change, over HTTP with gzip. */
export const sync: Benchmark = {
  name: 'sync',
  title: 'A till’s first synchronisation, 100,000 products and 10,000 customers',
  measures: [
    { name: 'sync', title: 'Full copy', unit: 's' },
    { name: 'sync-change', title: 'One change afterwards', unit: 's' },
    { name: 'sync-memory', title: 'Growth of the service’s memory', unit: 'MiB' },
  ],
  async open({ scale }) {
    const products = Math.max(40, Math.round(100_000 * scale));
    const service = await openService();
    try {
      const [shop] = await service.openShops(1, products);
      if (shop === undefined) throw new Error('there is no shop');
      await fillCustomers(service, shop, products / 10);
      let last = '';
      return {
        async measureService(): Promise<Figures> {
          const { pid } = service.testBed.service().process;
          const before = await residentMemory(pid);
          await resetPeak(pid);
          const all = await synchronise(service, shop.token);
          const memory = (await peakMemory(pid)) - before;
          await addCustomer(service, shop.token);
          const change = await synchronise(service, shop.token, all.cursor);
          last = `full copy: ${describe(all)}; one change: ${describe(change)}`;
          return { sync: all.seconds, 'sync-change': change.seconds, 'sync-memory': memory };
        },
        notes: () => [last],
        close: () => service.close(),
      };
    } catch (error) {
      await service.close();
      throw error;
    }
  },
};

interface Synchronised {
  cursor: string;
  pages: number;
  records: number;
  bytes: number;
  plain_bytes: number;
  seconds: number;
}

const describe = ({ pages, records, bytes, plain_bytes }: Synchronised) =>
  `${records} records on ${pages} pages, ${(bytes / 1e6).toFixed(2)} MB with gzip, ${(plain_bytes / 1e6).toFixed(2)} MB without`;

async function synchronise(service: BenchService, token: string, from = ''): Promise<Synchronised> {
  const run = { cursor: from, pages: 0, records: 0, bytes: 0, plain_bytes: 0, seconds: 0 };
  const since = performance.now();
  for (;;) {
    const content = await fetchPage(
      `${service.testBed.url}/api/v1/sync?limit=1000${run.cursor === '' ? '' : `&cursor=${run.cursor}`}`,
      token,
    );
    const text = content.plain.toString();
    const { data, meta } = JSON.parse(text);
    run.pages += 1;
    run.records += data.length;
    run.bytes += content.bytes;
    run.plain_bytes += text.length;
    run.cursor = meta.cursor;
    if (meta.has_more !== true) return { ...run, seconds: (performance.now() - since) / 1_000 };
  }
}

/** Uses `node:http`, because `fetch` does not tell the size of the compressed response. */
const fetchPage = (url: string, token: string): Promise<{ plain: Buffer; bytes: number }> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' } }, async (response) => {
      const content = Buffer.concat(await response.toArray());
      const isZipped = response.headers['content-encoding'] === 'gzip';
      resolve({ plain: isZipped ? gunzipSync(content) : content, bytes: content.length });
    }).once('error', reject);
  });

async function addCustomer(service: BenchService, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${service.testBed.url}/api/v1/customers`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'One more' }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function fillCustomers(service: BenchService, { merchant_id }: OpenShop, customers: number): Promise<void> {
  const client = new pg.Client(service.admin);
  await client.connect();
  await client.query(
    `insert into customers (merchant_id, id, name, email, created_at, updated_at)
     select $1, gen_random_uuid(), 'Customer ' || n, 'customer' || n || '@example.com', now(), now() from generate_series(1, $2::int) n`,
    [merchant_id, Math.round(customers)],
  );
  await client.end();
}
