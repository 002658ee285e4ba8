import pg from 'pg';
import type { Connection } from '../connection.ts';
import { migrate } from '../migration/migrate.ts';
import { leakproofFunctions, prepareSearch } from '../migration/prepare-search.ts';
import { prepareServiceRole, serviceRole } from '../migration/service-role.ts';
import { withClient } from '../open-client.ts';
import { listPlaced, listPlacements, moveTables, type Placement } from './distribution.ts';

interface Log {
  info(fields: object, message: string): void;
}

interface DistributeOptions {
  log: Log;
  /** The number of parts that merchants are distributed to; each is on one worker, and can move to another. */
  shards: number;
  print(line: string): void;
}

const lockNumber = 7_451_005;

/**
 * Distributes the database over the Citus workers of its server: each merchant with all its data on one worker. Runs in
 * one transaction. Does nothing to a database that is already distributed, except that it also distributes the tables
 * that a newer version has added.
 * @returns the number of moved tables
 * @throws Error that names what the server or the account lacks
 */
export async function distribute(connection: Connection, { log, shards, print }: DistributeOptions): Promise<number> {
  return withClient({ ...connection, application_name: 'tillhouse-command' }, async (client) => {
    await checkReadiness(client, print);
    const service = { ...connection, role: await findService(client, connection) };
    const placedBefore = await listPlaced(client);
    await migrate(service, log);
    await prepareSearch(connection, service, log);
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    const placements = await listPlacements(client);
    if (placements.some(({ isPlaced }) => !isPlaced)) await moveTables(client, placements, shards);
    // Migrations have placed the tables that they add to a distributed database.
    const placed = [...(await listPlaced(client))].filter(([id]) => !placedBefore.has(id)).map(([, name]) => name);
    const moved = placements.filter(({ table }) => placed.includes(table));
    for (const placement of moved) print(`${placement.table}: ${descriptions[placement.place](placement)}`);
    await configureServiceAccount(client, service.role);
    for (const name of leakproofFunctions)
      await client.query('select run_command_on_workers($1)', [`alter function ${name} leakproof`]);
    return moved.length;
  });
}

const descriptions: Record<Placement['place'], (placement: Placement) => string> = {
  'by merchant': ({ column }) => `by merchant (${column}) on the workers`,
  everywhere: () => 'whole on every machine',
  coordinator: () => 'on the coordinator',
};

interface Server {
  database: string;
  version: string | null;
  sees_all: boolean;
}

async function checkReadiness(client: pg.Client, print: (line: string) => void): Promise<void> {
  const { rows } = await client.query<Server>(
    `select current_database() as database, (select extversion from pg_extension where extname = 'citus') as version,
       (select rolsuper from pg_roles where rolname = current_user) as sees_all`,
  );
  const [{ database = '', version = null, sees_all = false } = {}] = rows;
  if (version === null)
    throw new Error(
      `the database ${database} has no extension citus. Install it on the coordinator and on each worker, and there in a database of this name: create extension citus;`,
    );
  // Row security would hide the rows that have to be moved.
  if (!sees_all) throw new Error('the account must be a superuser to move all rows. The service itself needs none.');
  const nodes = await client.query<{ is_coordinator: boolean; has_shards: boolean; place: string }>(
    `select groupid = 0 as is_coordinator, shouldhaveshards and groupid <> 0 as has_shards, format('%s:%s', nodename, nodeport) as place
     from pg_dist_node where isactive and noderole = 'primary' order by nodeid`,
  );
  const here = `select citus_set_coordinator_host('the address by which the workers reach this server', 5432);`;
  if (!nodes.rows.some(({ is_coordinator }) => is_coordinator))
    throw new Error(`the server does not know its own address, which tables that are on every machine need: ${here}`);
  const workers = nodes.rows.filter(({ has_shards }) => has_shards).map(({ place }) => place);
  if (workers.length === 0)
    throw new Error(
      `the server has no workers: select citus_add_node('address', 5432); for each, with the extension and a database ${database}`,
    );
  print(`Citus ${version}, ${workers.length} ${workers.length === 1 ? 'worker' : 'workers'}: ${workers.join(', ')}`);
}

/** The service's role: the owner of the tables, if there are any. */
async function findService(client: pg.Client, connection: Connection): Promise<string> {
  const { rows } = await client.query<{ owner: string }>(
    `select pg_get_userbyid(relowner) as owner from pg_class where oid = to_regclass('public.merchants')`,
  );
  return rows[0]?.owner ?? (await prepareServiceRole(connection)).role ?? serviceRole;
}

/**
 * Allows the coordinator to connect to the workers with the service's account. These connections lack the settings of
 * the service's own connections, such as the format of timestamps and the lock timeout. So the settings are made for
 * the account on each machine, through Citus.
 */
async function configureServiceAccount(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await client.query(`alter role ${name} login`);
  for (const setting of [`timezone = 'UTC'`, `datestyle = 'ISO'`, `lock_timeout = '5s'`])
    await client.query(`alter role ${name} set ${setting}`);
}
