import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { buildApp } from '../server/src/app.ts';
import { loadConfig } from '../server/src/config.ts';
import { startCluster } from '../server/src/db/embedded/cluster.ts';
import { type Chronicle, createDatabase } from '../server/src/db/handle.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { createPool } from '../server/src/db/pool.ts';
import { prepareServiceRole } from '../server/src/db/service-role.ts';
import { chronicle } from '../server/src/features/audit/lookup.ts';
import type { App } from '../server/src/http/app.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { createDiskStorage } from '../server/src/storage/disk.ts';
import { createTelemetry } from '../server/src/telemetry/telemetry.ts';

/**
 * What telling costs a sale: `node bench/outbox.ts`. The same application twice over one PostgreSQL that waits for its disk, once with
 * the chronicle and once without, in rounds that take turns; the median of the rounds counts.
 */
const quiet = { info: () => undefined, warn: () => undefined };
const goods = 40;
const lines = 3;
const rounds = 30;

interface Till {
  app: App;
  token: string;
  products: string[];
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-bench-'));
  // Others may pass: started by root, the server runs as an account of its own.
  await chmod(folder, 0o711);
  const cluster = await startCluster(join(folder, 'data'), quiet);
  try {
    const connection = await prepareServiceRole(cluster.connection);
    await migrate(connection, quiet);
    const pool = createPool(connection, { size: 10, onLost: () => undefined });
    const telling = await openApp(pool, folder, chronicle);
    const silent = await openApp(pool, folder);
    const shop = await openShop(telling);
    const tills = { telling: { app: telling, ...shop }, silent: { app: silent, ...shop } };
    for (const clients of [1, 8]) report(clients, await compare(tills, clients, clients === 1 ? 60 : 240));
    await telling.close();
    await silent.close();
    await pool.end();
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openApp(pool: pg.Pool, folder: string, chronicle?: Chronicle): Promise<App> {
  const house = {
    config: loadConfig({ RATE_LIMIT_PER_MINUTE: '0', PASSWORD_HASH_MEMORY_KIB: '1024' }),
    isAlone: true,
    database: createDatabase(pool, chronicle === undefined ? {} : { chronicle }),
    telemetry: createTelemetry({ log: { warn: () => undefined }, slow_statement_ms: 0 }),
    clock: systemClock,
    secret: 'the same for both, so that a token is good for both',
    storage: createDiskStorage(folder),
    push: { public_key: '', send: async () => 'unconfigured' as const },
    isServing: () => true,
    isDatabaseAlive: async () => true,
  };
  const app = await buildApp({ house, pool });
  await app.ready();
  return app;
}

async function openShop(app: App): Promise<Omit<Till, 'app'>> {
  const post = async (url: string, body: object, token = '') => {
    const answer = await app.inject({ method: 'POST', url: `/api/v1${url}`, payload: body, headers: { authorization: `Bearer ${token}` } });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.json().data;
  };
  const account = { email: 'bench@example.com', password: 'a long enough password' };
  await post('/auth/register', { ...account, name: 'Bench' });
  const token = (await post('/auth/login', account)).access_token as string;
  const products: string[] = [];
  for (let number = 1; number <= goods; number += 1)
    products.push((await post('/products', { sku: `B-${number}`, name: `Product ${number}`, price: 9.9, stock: 1_000_000 }, token)).id);
  return { token, products };
}

let sold = 0;

async function sell({ app, token, products }: Till): Promise<void> {
  const first = sold++ * lines;
  const items = Array.from({ length: lines }, (_, line) => ({ product_id: products[(first + line) % products.length], quantity: 1 }));
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `sale-${sold}` };
  const answer = await app.inject({ method: 'POST', url: '/api/v1/transactions', headers, payload: { items, payment_method: 'cash' } });
  if (answer.statusCode !== 201) throw new Error(answer.body);
}

/** How long a sale takes, in milliseconds, when so many tills sell one after another. */
async function playRound(till: Till, clients: number, sales: number): Promise<number> {
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let turn = 0; turn < sales / clients; turn += 1) await sell(till);
    }),
  );
  return (performance.now() - started) / sales;
}

async function compare({ telling, silent }: { telling: Till; silent: Till }, clients: number, sales: number) {
  const told: number[] = [];
  const untold: number[] = [];
  for (const till of [silent, telling]) await playRound(till, clients, sales);
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first changes, so that neither gains by it.
    const turns = [
      () => playRound(silent, clients, sales).then((ms) => untold.push(ms)),
      () => playRound(telling, clients, sales).then((ms) => told.push(ms)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  return { told, untold };
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

function report(clients: number, { told, untold }: { told: number[]; untold: number[] }): void {
  const ratio = median(told.map((ms, round) => ms / (untold[round] ?? ms)));
  console.log(
    `${clients} at a time: ${median(untold).toFixed(2)} ms a sale without events, ${median(told).toFixed(2)} ms with; ratio ${ratio.toFixed(3)} (median of ${rounds} pairs of rounds)`,
  );
}

await main();
