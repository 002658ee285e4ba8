import type pg from 'pg';
import { buildApp } from '../../server/src/app/app.ts';
import { systemClock } from '../../server/src/core/clock.ts';
import { writeOutbox } from '../../server/src/features/audit/write-entries.ts';
import { loadConfig } from '../../server/src/platform/config/config.ts';
import type { App } from '../../server/src/platform/context/app.ts';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { createDatabase } from '../../server/src/platform/database/database.ts';
import type { OutboxWriter } from '../../server/src/platform/database/handle.ts';
import { prepareServiceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { createPool } from '../../server/src/platform/database/pool/pool.ts';
import { openJobQueue } from '../../server/src/platform/jobs/job-queue.ts';
import { createDiskStorage } from '../../server/src/platform/storage/disk.ts';
import { createTelemetry } from '../../server/src/platform/telemetry/telemetry.ts';
import type { Benchmark } from '../benchmark.ts';
import { openLimitDatabase } from '../setup/database.ts';
import { idsOf, openShops, password } from '../setup/shops.ts';

const lines = 3;
const limit = 'the same without events';

/**
 * The cost of events and audit for a sale. Two applications, with and without an outbox, use one PostgreSQL that waits for
 * its disk. Both run in one process and without a socket, so that nothing else differs.
 */
export const events: Benchmark = {
  name: 'events',
  title: 'Sales with and without events',
  measures: [
    { name: 'events-1', title: 'One till', unit: 'sales/s', limit },
    { name: 'events-8', title: 'Eight tills', unit: 'sales/s', limit },
  ],
  async open({ seconds, scale }) {
    const database = await openLimitDatabase();
    const opened: App[] = [];
    let pool: pg.Pool | undefined;
    const close = async () => {
      for (const app of opened) await app.close();
      await pool?.end();
      await database.close();
    };
    try {
      const [shop] = await openShops(database.admin, 1, Math.max(60, Math.round(3_000 * scale)));
      if (shop === undefined) throw new Error('there is no shop');
      const connection = await prepareServiceRole(database.admin);
      pool = createPool(connection, { size: 10, onLost: () => undefined });
      for (const outbox of [writeOutbox, undefined])
        opened.push(await openApp({ pool, connection, folder: database.folder }, outbox));
      const products = idsOf(shop);
      const [withEvents, withoutEvents] = await Promise.all(
        opened.map(async (app) => ({ app, products, token: await signIn(app, shop.email) })),
      );
      if (withEvents === undefined || withoutEvents === undefined) throw new Error('there are no tills');
      const measure = async (till: Till) => ({
        'events-1': await sellFor(till, 1, seconds / 2),
        'events-8': await sellFor(till, 8, seconds / 2),
      });
      for (const till of [withEvents, withoutEvents]) await sellFor(till, 8, Math.min(1, seconds));
      return {
        measureService: () => measure(withEvents),
        measureLimit: () => measure(withoutEvents),
        notes: () => [],
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

interface Opened {
  pool: pg.Pool;
  connection: Connection;
  folder: string;
}

interface Till {
  app: App;
  token: string;
  products: string[];
}

async function openApp({ pool, connection, folder }: Opened, writeOutbox?: OutboxWriter): Promise<App> {
  const services = {
    config: loadConfig({ RATE_LIMIT_PER_MINUTE: '0', PASSWORD_HASH_MEMORY_KIB: '1024' }),
    database: createDatabase(pool, writeOutbox === undefined ? {} : { writeOutbox }),
    telemetry: createTelemetry({ log: { warn: () => undefined }, slow_statement_ms: 0 }),
    clock: systemClock,
    secret: 'the same for both, so that a token is good for both',
    storage: createDiskStorage(folder),
    push: { public_key: '', send: async () => 'unconfigured' as const },
    isServing: () => true,
    pages: { folder: () => undefined },
    jobs: openJobQueue(connection, { warn: () => undefined }),
    isDatabaseAlive: async () => true,
    isAlone: true,
  };
  const app = await buildApp({ services, pool });
  await app.ready();
  return app;
}

async function signIn(app: App, email: string): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().data.access_token;
}

let sold = 0;

async function sell({ app, token, products }: Till): Promise<void> {
  const first = sold++ * lines;
  const items = Array.from({ length: lines }, (_, line) => ({
    product_id: products[(first + line) % products.length],
    quantity: 1,
  }));
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `sale-${sold}` };
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/transactions',
    headers,
    payload: { items, payment_method: 'cash' },
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
}

/** Sales per second of this number of tills, each of which sells one after another. */
async function sellFor(till: Till, tills: number, seconds: number): Promise<number> {
  const since = performance.now();
  const before = sold;
  const work = async () => {
    while (performance.now() - since < seconds * 1_000) await sell(till);
  };
  await Promise.all(Array.from({ length: tills }, work));
  return (sold - before) / ((performance.now() - since) / 1_000);
}
