import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../server/src/platform/database/connection.ts';
import { startCluster } from '../server/src/platform/database/embedded/cluster.ts';
import { migrate } from '../server/src/platform/database/migration/migrate.ts';
import { prepareSearch } from '../server/src/platform/database/migration/prepare-search.ts';
import { prepareServiceRole } from '../server/src/platform/database/migration/service-role.ts';
import { asAdmin, type TestServer } from './admin.ts';
import { distributeTemplate, readWorkers } from './citus.ts';

const quiet = { info: () => undefined, warn: (fields: object, message: string) => console.error(message, fields) };

/** The environment variable with the PostgreSQL server of the test run. */
export const testServerVariable = 'TILLHOUSE_TEST_SERVER';

/** Runs work with a PostgreSQL server that has a migrated database to clone. TEST_DATABASE_URL names another server. */
export async function withServer(work: (server: TestServer) => Promise<void>): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return withGivenServer(given, work);
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-test-'));
  // The server has its own account if root starts it, and needs access to the folder.
  await chmod(folder, 0o711);
  const data = join(folder, 'data');
  await mkdir(data);
  const cluster = await startCluster(data, quiet, { unsafe: true });
  try {
    await workOn(cluster.connection, work);
  } finally {
    await cluster.stop();
    if (process.exitCode === undefined || process.exitCode === 0) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Uses an existing server, by the address of a superuser. Changes only databases that the run creates. With
 * TEST_CITUS_WORKERS the server is the coordinator of these workers.
 */
async function withGivenServer(address: string, work: (server: TestServer) => Promise<void>): Promise<void> {
  const { hostname, port, username, password } = new URL(address);
  const account: Connection = {
    host: decodeURIComponent(hostname),
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
  const workers = readWorkers(process.env.TEST_CITUS_WORKERS, account);
  const server: TestServer = workers.length === 0 ? account : { ...account, workers };
  const template = `tillhouse_test_${process.pid}`;
  await asAdmin(server, (client) => client.query(`create database ${template} template template0 encoding 'UTF8'`));
  try {
    if (workers.length === 0) await workOn({ ...server, database: template }, work);
    else {
      await distributeTemplate(server, template);
      await work({ ...server, database: template });
    }
  } finally {
    await asAdmin(server, (client) => client.query(`drop database ${template} with (force)`));
  }
}

async function workOn(connection: Connection, work: (server: Connection) => Promise<void>): Promise<void> {
  await makeTables(connection);
  await work(connection);
}

/** Creates everything that the service expects in an empty database. */
export async function makeTables(connection: Connection): Promise<void> {
  const service = await prepareServiceRole(connection);
  await migrate(service, quiet);
  await prepareSearch(connection, service, quiet);
}
