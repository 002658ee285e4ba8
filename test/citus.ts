import { distribute } from '../server/src/platform/database/citus/distribute.ts';
import type { Connection } from '../server/src/platform/database/connection.ts';
import { asAdmin, onDatabase, type TestServer } from './admin.ts';

const quiet = { info: () => undefined };
/** Two for each of two workers: with more, every database takes longer to make. */
const shards = 4;

/** The machines beside the coordinator: `TEST_CITUS_WORKERS=127.0.0.1:5433,127.0.0.1:5434`, of the same account. */
export const readWorkers = (text: string | undefined, coordinator: Connection): Connection[] =>
  (text ?? '')
    .split(',')
    .filter(Boolean)
    .map((place) => {
      const { hostname, port } = new URL(`postgres://${place}`);
      return { ...coordinator, host: hostname, port: Number(port) };
    });

/** Makes the databases of that name, one on each machine, known to each other. */
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

/** Makes an empty database of that name, which is there on all machines, one that is distributed; and then one that can be cloned on each of them by itself. */
export async function distributeTemplate(server: TestServer, database: string): Promise<void> {
  await joinMachines(server, database);
  await distribute({ ...server, database }, { log: quiet, shards, say: () => undefined });
  // Citus keeps a connection of its own to each database, and nothing is cloned that somebody uses.
  await asAdmin(server, async (client) => {
    await client.query(`alter database ${database} allow_connections false`);
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [database]);
  });
}
