import { access, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDatabase } from '../../server/src/commands/database.ts';
import { no_merchant_id } from '../../server/src/core/ids.ts';
import { hashPassword } from '../../server/src/features/auth/passwords.ts';
import { registerUser } from '../../server/src/features/auth/users.ts';
import { createLog } from '../../server/src/log.ts';
import { loadConfig } from '../../server/src/platform/config/config.ts';
import { createDatabase } from '../../server/src/platform/database/database.ts';
import { chooseClusterRoot } from '../../server/src/platform/database/embedded/account.ts';
import { startCluster } from '../../server/src/platform/database/embedded/cluster.ts';
import { migrate } from '../../server/src/platform/database/migration/migrate.ts';
import { prepareServiceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { createPool } from '../../server/src/platform/database/pool/pool.ts';
import { openFiller } from './fill.ts';
import { makingOf } from './history.ts';
import { runMaintenance } from './run-maintenance.ts';

/**
 * `npm run seed -- --products 100000 --sales 3000000`: a merchant with years of history, and small ones beside it, in the service's database, made there in bulk.
 * Their owners are owner-0@seed.example (the large one), owner-1@…; all with the same password.
 */
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    customers: { type: 'string', default: '5000' },
    sales: { type: 'string', default: '100000' },
    branches: { type: 'string', default: '3' },
    days: { type: 'string', default: '1095' },
    merchants: { type: 'string', default: '200' },
    seed: { type: 'string', default: '7' },
  },
});
const password = 'a good long password';
const number = (name: keyof typeof values): number => {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
  return value;
};
const started = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - started) / 1_000).toFixed(1).padStart(7)} s  ${line}`);

const large = {
  products: number('products'),
  customers: number('customers'),
  sales: number('sales'),
  branches: number('branches'),
  days: number('days'),
};
const small = { products: 60, customers: 40, sales: 600, branches: 1, days: 365 };
/** What benchmarks hold the large one against: as old, with as many products, and a thousandth of three million sales. */
const slight = { ...large, sales: Math.min(3_000, large.sales) };

const config = loadConfig(process.env);
const log = createLog('warn', process.stderr);
if (config.database_url === undefined) await makeMissing(config.data_dir);

await withDatabase(config, log, async (client, connection) => {
  const service = await prepareServiceRole(connection);
  await migrate(service, { info: () => undefined });
  const pool = createPool(service, { size: 2, onLost: () => undefined });
  const database = createDatabase(pool);
  const password_hash = await hashPassword(password, config.password_hash_memory_kib);
  const filler = await openFiller(connection, (number('seed') % 1000) / 1000);
  const merchants: string[] = [];
  for (let at = 0; at <= number('merchants'); at += 1) {
    const email = `owner-${at}@seed.example`;
    const { user_id } = await database.transaction(no_merchant_id, (tx) =>
      registerUser(
        tx,
        { email, password_hash, name: `Owner ${at}`, currency: 'EUR', timezone: 'UTC' },
        new Date().toISOString(),
      ),
    );
    const { rows } = await client.query<{ id: string }>('select home_merchant_id as id from users where id = $1', [
      user_id,
    ]);
    await filler.fill(
      makingOf({
        merchant_id: rows[0]?.id ?? '',
        owner_id: user_id,
        ...(at === 0 ? large : at === 1 ? slight : small),
      }),
    );
    merchants.push(rows[0]?.id ?? '');
    if (at === 0) say(`${email}: ${large.products} products, ${large.sales} sales over ${large.days} days`);
  }
  say(`and ${number('merchants')} small merchants`);
  await filler.close();
  await runMaintenance(connection, merchants);
  say('indexed and analysed');
  await pool.end();
});
process.exit();

/** A folder in which no service ever ran gets its database here. */
async function makeMissing(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const version = join(await chooseClusterRoot(await realpath(folder)), 'data', 'PG_VERSION');
  const isThere = await access(version).then(
    () => true,
    () => false,
  );
  if (!isThere) await (await startCluster(folder, log)).stop();
}
