import pg from 'pg';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { type Benchmark, type Comparison, type Run, Skipped, warmUp } from '../benchmark.ts';
import { pgbench } from '../limits/pgbench.ts';
import { type SaleTexts, saleScript } from '../limits/sale-script.ts';
import { describeOutcomes } from '../load/describe-outcomes.ts';
import { type Outcome, openLoad, rateOf } from '../load/load.ts';
import { openLimitDatabase } from '../setup/database.ts';
import { openService } from '../setup/service.ts';
import { analyze, idsOf, openShops, type Shop } from '../setup/shops.ts';

interface SaleVariant {
  name: string;
  title: string;
  tills: number;
  merchants: number;
  at_least?: number;
}

const variants: SaleVariant[] = [
  {
    name: 'sale-32',
    title: 'Sale of 3 lines over HTTP, 32 tills of one merchant',
    tills: 32,
    merchants: 1,
    at_least: 2,
  },
  { name: 'sale-1', title: 'Sale of 3 lines over HTTP, one till', tills: 1, merchants: 1, at_least: 0.65 },
  {
    name: 'sale-32-merchants',
    title: 'Sale of 3 lines over HTTP, 32 tills of 8 merchants',
    tills: 32,
    merchants: 8,
    at_least: 1.5,
  },
  {
    name: 'sale-64-merchants',
    title: 'Sale of 3 lines over HTTP, 64 tills of 64 merchants',
    tills: 64,
    merchants: 64,
    at_least: 1.5,
  },
];

export const saleBenchmarks: readonly Benchmark[] = variants.map((variant) => ({
  name: variant.name,
  title: variant.title,
  measures: [
    {
      name: variant.name,
      title: variant.title,
      unit: 'sales/s',
      limit: `pgbench, one transaction a sale, ${variant.tills === 1 ? 'one client' : `${variant.tills} clients`}`,
      ...(variant.at_least === undefined ? {} : { at_least: variant.at_least }),
    },
  ],
  open: (run) => openSales(variant, run),
}));

const lines = 3;

async function openSales({ name, tills, merchants }: SaleVariant, { seconds, scale }: Run): Promise<Comparison> {
  const products = Math.max(60, Math.round(3_000 * scale));
  const service = await openService();
  const database = await openLimitDatabase();
  const load = openLoad();
  const close = async () => {
    load.close();
    await service.close();
    await database.close();
  };
  try {
    const shops = await service.openShops(merchants, products);
    const limitShops = await openEqualShops(shops, database.admin);
    const workload = {
      kind: 'sale' as const,
      lines,
      tills: shops.map((shop) => ({ token: shop.token, product_ids: idsOf(shop) })),
    };
    const sell = (connections: number, lasting: number) =>
      load.run({ port: service.port, connections, seconds: lasting, workload });
    const work = await compareWork(service.admin, database, { shop: limitShops[0], sell: () => sell(1, 0.001) });
    const scripts = limitShops.map((shop) => saleScript(shop, work.texts));
    const script = (lasting: number) =>
      pgbench({ admin: database.admin, folder: database.folder, scripts, clients: tills, until: { seconds: lasting } });
    // Both sides would keep plans made for empty tables until autovacuum runs. So sales come first, then the statistics.
    for (let turn = 0; turn < 2; turn += 1) {
      await sell(tills, warmUp(seconds) / 2);
      await script(warmUp(seconds) / 2);
      await Promise.all([analyze(service.admin), analyze(database.admin)]);
    }
    const outcomes: Outcome[] = [];
    return {
      async measureService() {
        const outcome = await sell(tills, seconds);
        outcomes.push(outcome);
        return { [name]: rateOf(outcome, 201) };
      },
      measureLimit: async () => ({ [name]: await script(seconds) }),
      notes: () => [describeOutcomes(outcomes), work.note],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates equal shops in the database of the limit. */
async function openEqualShops(shops: readonly Shop[], admin: Connection): Promise<Shop[]> {
  return openShops(admin, shops.length, shops[0]?.products ?? 0);
}

interface WorkOptions {
  shop: Shop | undefined;
  sell(): Promise<Outcome>;
}

/** Sells once on each side, and compares the growth of all tables: the limit must write neither less nor more than the service. */
async function compareWork(
  service: Connection,
  limit: { admin: Connection; folder: string },
  { shop, sell }: WorkOptions,
) {
  if (shop === undefined) throw new Error('there is no shop to sell in');
  const grown = await growth(service, async () => {
    // On a busy machine the time may be over before the first sale is sent.
    for (let tries = 0; tries < 100; tries += 1) {
      const { statuses } = await sell();
      if (statuses[201] !== undefined) return statuses[201];
    }
    throw new Error('no sale in a hundred attempts');
  });
  const texts = await readTexts(service);
  const script = saleScript(shop, texts);
  const limitGrown = await growth(limit.admin, async () => {
    await pgbench({ ...limit, scripts: [script], clients: 1, until: { transactions: 1 } });
    return 1;
  });
  const describe = (rows: Record<string, number>) =>
    Object.entries(rows)
      .map(([table, count]) => `${table} ${count}`)
      .join(', ');
  const [own, other] = [describe(grown), describe(limitGrown)];
  const note =
    own === other
      ? `rows that a sale adds, on either side: ${own}`
      : `rows that a sale adds: ${own}; on the side of the limit: ${other}`;
  return { texts, note };
}

/** The number of rows that each table gains per unit of work. `work` returns the number of units. */
async function growth(connection: Connection, work: () => Promise<number>): Promise<Record<string, number>> {
  const client = new pg.Client({ ...connection });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'merchant_id' order by 1`,
    );
    const count = async () => {
      const { rows } = await client.query(
        `select ${tables.map(({ name }) => `(select count(*) from ${name})::int as ${name}`).join(', ')}`,
      );
      return rows[0] as Record<string, number>;
    };
    const before = await count();
    const times = await work();
    const after = await count();
    const grown = tables.map(({ name }) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / times] as const);
    return Object.fromEntries(grown.filter(([, more]) => more > 0));
  } finally {
    await client.end();
  }
}

async function readTexts(connection: Connection): Promise<SaleTexts> {
  const client = new pg.Client({ ...connection });
  await client.connect();
  try {
    const { rows: events } = await client.query<{ type: string; length: number }>(
      `select type, length(payload) as length from events
       where merchant_id = (select merchant_id from sales limit 1)
         and created_at = (select created_at from events where type = 'sale.completed' limit 1) order by id`,
    );
    const { rows } = await client.query<{ length: number }>(
      'select length(body) as length from idempotency_keys limit 1',
    );
    if (events.length === 0 || rows[0] === undefined)
      throw new Skipped('the sale emitted no event, so there is nothing to compare');
    return { events, answer: rows[0].length };
  } finally {
    await client.end();
  }
}
