import { access, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDatabase } from '../../server/src/commands/database.ts';
import { no_merchant_id } from '../../server/src/core/ids.ts';
import { hashPassword } from '../../server/src/features/auth/accounts/passwords.ts';
import { registerUser } from '../../server/src/features/auth/accounts/users.ts';
import { loadConfig } from '../../server/src/platform/config/config.ts';
import { createDatabase } from '../../server/src/platform/database/database.ts';
import { chooseClusterRoot } from '../../server/src/platform/database/embedded/account.ts';
import { startCluster } from '../../server/src/platform/database/embedded/cluster.ts';
import { migrate } from '../../server/src/platform/database/migration/migrate.ts';
import { prepareServiceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { createPool } from '../../server/src/platform/database/pool/pool.ts';
import { createLog } from '../../server/src/platform/telemetry/log.ts';
import { historyStatements } from './history.ts';
import { runMaintenance } from './run-maintenance.ts';
import { openHistoryWriter } from './write-history.ts';

/**
 * `npm run seed -- --products 100000 --sales 3000000` writes a merchant with years of history, and small merchants, into
 * the service's database. Their owners are owner-0@seed.example (the large one), owner-1@…; all have the same password.
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
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} must be an integer that is not negative`);
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
/** The limit of benchmarks: as old as the large one, with as many products, but with a thousandth of three million sales. */
const fewSales = { ...large, sales: Math.min(3_000, large.sales) };

const config = loadConfig(process.env);
const log = createLog('warn', process.stderr);
if (config.database_url === undefined) await createMissingDatabase(config.data_dir);

await withDatabase(config, log, async (client, connection) => {
  const service = await prepareServiceRole(connection);
  await migrate(service, { info: () => undefined });
  const pool = createPool(service, { size: 2, onLost: () => undefined });
  const database = createDatabase(pool);
  const password_hash = await hashPassword(password, config.password_hash_memory_kib);
  const writer = await openHistoryWriter(connection, (number('seed') % 1000) / 1000);
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
    await writer.write(
      historyStatements({
        merchant_id: rows[0]?.id ?? '',
        owner_id: user_id,
        ...(at === 0 ? large : at === 1 ? fewSales : small),
      }),
    );
    merchants.push(rows[0]?.id ?? '');
    if (at === 0) say(`${email}: ${large.products} products, ${large.sales} sales over ${large.days} days`);
  }
  say(`and ${number('merchants')} small merchants`);
  await writer.close();
  await runMaintenance(connection, merchants);
  say('created the indexes, and summed up the months');
  await pool.end();
});
process.exit();

/** Creates the database in a folder in which no service has run yet. */
async function createMissingDatabase(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const version = join(await chooseClusterRoot(await realpath(folder)), 'data', 'PG_VERSION');
  const exists = await access(version).then(
    () => true,
    () => false,
  );
  if (!exists) await (await startCluster(folder, log)).stop();
}
