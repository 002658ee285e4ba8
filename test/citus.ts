import { distribute } from '../server/src/platform/database/citus/distribute.ts';
import type { Connection } from '../server/src/platform/database/connection.ts';
import { asAdmin, onDatabase, type TestServer } from './admin.ts';

const quiet = { info: () => undefined };
/** Two for each of two workers. With more shards, each database takes longer to create. */
const shards = 4;

/** The worker nodes: `TEST_CITUS_WORKERS=127.0.0.1:5433,127.0.0.1:5434`. They have the account of the coordinator. */
export const readWorkers = (text: string | undefined, coordinator: Connection): Connection[] =>
  (text ?? '')
    .split(',')
    .filter(Boolean)
    .map((address) => {
      const { hostname, port } = new URL(`postgres://${address}`);
      return { ...coordinator, host: hostname, port: Number(port) };
    });

/**
 * Creates the Citus extension in the database of this name on each node, and registers the workers at the coordinator.
 */
export async function joinMachines(server: TestServer, database: string): Promise<void> {
  await asAdmin(server, (_client, machine) =>
    onDatabase({ ...machine, database }, (client) => client.query('create extension citus')),
  );
  await onDatabase({ ...server, database }, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [server.host, server.port]);
    for (const { host, port } of server.workers ?? [])
      await client.query('select citus_add_node($1, $2)', [host, port]);
  });
}

/**
 * Migrates and distributes the empty database of this name, which exists on all nodes. Afterwards each node can clone
 * its part as a template.
 */
export async function distributeTemplate(server: TestServer, database: string): Promise<void> {
  await joinMachines(server, database);
  await distribute({ ...server, database }, { log: quiet, shards, print: () => undefined });
  // Citus keeps a connection to each database, and PostgreSQL clones only a database without connections.
  await asAdmin(server, async (client) => {
    await client.query(`alter database ${database} allow_connections false`);
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [database]);
  });
}
