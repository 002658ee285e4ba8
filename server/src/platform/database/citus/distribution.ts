import type pg from 'pg';
import { citus, type DatabaseTopology, singleNode } from '../topology.ts';

/** The table with which all others are colocated. */
const rootTable = 'merchants';

/** The placement of a table in a database that Citus distributes over several machines. */
export interface Placement {
  table: string;
  /** By merchant on the workers, complete on every machine, or on the coordinator only. */
  place: 'by merchant' | 'everywhere' | 'coordinator';
  /** The column with the merchant's id. */
  column: string | null;
  /** Whether the table is already placed so. */
  isPlaced: boolean;
}

/**
 * The placement of each table, derived from the catalog. A table with row security belongs to merchants, and its
 * primary key begins with the merchant. A table without, to which a merchant table refers, must be on every machine.
 * All others are read through the coordinator only.
 */
const placements = `
  with recursive tables as (
    select c.oid, c.relname::text as name, c.relrowsecurity as is_tenant,
      (select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  ), refers as (
    select distinct k.conrelid as from_id, k.confrelid as to_id from pg_constraint k
    where k.contype = 'f' and k.conrelid <> k.confrelid and k.conparentid = 0
  ), shared as (
    select t.oid from refers r join tables own on own.oid = r.from_id and own.is_tenant join tables t on t.oid = r.to_id and not t.is_tenant
    union
    select r.to_id from shared s join refers r on r.from_id = s.oid
  )
  select t.name as table, case when t.is_tenant then t.key end as column,
    case when t.is_tenant then 'by merchant' when t.oid in (select oid from shared) then 'everywhere' else 'coordinator' end as place
  from tables t
  order by t.is_tenant, t.name <> '${rootTable}', t.name`;

/** @returns tables in the order in which they can be moved: referenced tables first */
export async function listPlacements(client: pg.ClientBase | pg.Pool): Promise<Placement[]> {
  const { rows } = await client.query<Omit<Placement, 'isPlaced'>>(placements);
  const placed = new Set((await listPlaced(client)).values());
  return rows.map((row) => ({ ...row, isPlaced: row.place === 'coordinator' || placed.has(row.table) }));
}

/** Names by id of the tables that are distributed over the workers, or are on all of them. */
export async function listPlaced(client: pg.ClientBase | pg.Pool): Promise<Map<string, string>> {
  if (!(await hasCitus(client))) return new Map();
  const { rows } = await client.query<{ id: string; name: string }>(
    `select logicalrelid::oid::text as id, logicalrelid::regclass::text as name from pg_dist_partition
     where partmethod = 'h' or (partmethod = 'n' and repmodel = 't')`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function hasCitus(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as found`,
  );
  return rows[0]?.found === true;
}

/**
 * The topology of this database.
 * @throws Error if it is distributed, and a newer version has added tables that are not
 */
export async function readTopology(client: pg.ClientBase | pg.Pool): Promise<DatabaseTopology> {
  if (!(await isDistributed(client))) return singleNode;
  const missing = (await listPlacements(client)).filter(({ isPlaced }) => !isPlaced).map(({ table }) => table);
  if (missing.length > 0)
    throw new Error(
      `the database is distributed, and not yet by all of this version’s tables (${missing.join(', ')}): npm run distribute`,
    );
  return citus;
}

/** Whether merchants are distributed over several machines. */
export async function isDistributed(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_dist_partition where logicalrelid = to_regclass($1) and partmethod = 'h') as found`,
    [rootTable],
  );
  return rows[0]?.found === true;
}

interface ForeignKey {
  name: string;
  table: string;
  definition: string;
}

/** Moves tables with their rows in one transaction: all or none. */
export async function moveTables(
  client: pg.ClientBase,
  placements: readonly Placement[],
  shards: number,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sequentialChanges);
    await placeTables(client, placements, shards);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Within a transaction: one machine at a time. Statements on tables that refer to tables on every machine cannot use
 * several connections.
 */
export const sequentialChanges = `set local citus.multi_shard_modify_mode = 'sequential'`;

/**
 * Moves tables with their rows, within the open transaction. Foreign keys are dropped for the move, since in no order
 * would Citus accept both ends of each of them; they are created and checked again afterwards.
 */
export async function placeTables(
  client: pg.ClientBase,
  placements: readonly Placement[],
  shards?: number,
): Promise<void> {
  const missing = placements.filter(({ isPlaced }) => !isPlaced);
  const onCoordinator = placements.filter(({ place }) => place === 'coordinator').map(({ table }) => table);
  const foreignKeys = await listForeignKeys(client, missing, onCoordinator);
  for (const { name, table } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const placement of missing) await placeTable(client, placement, shards);
  // Coordinator tables get no foreign keys to tables on every machine. Citus would manage them, too, and slow down each
  // of their statements.
  for (const { name, table, definition } of foreignKeys.filter(({ table }) => !onCoordinator.includes(table)))
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

/** The foreign keys of missing tables and to them, and those of coordinator tables to tables elsewhere. */
async function listForeignKeys(
  client: pg.ClientBase,
  missing: readonly Placement[],
  onCoordinator: readonly string[],
): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and conparentid = 0 and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])
       or conrelid = any($2::regclass[]) and confrelid <> all($2::regclass[])) order by 2, 1`,
    [missing.map(({ table }) => table), onCoordinator],
  );
  return rows;
}

async function placeTable(client: pg.ClientBase, { table, place, column }: Placement, shards?: number): Promise<void> {
  if (place === 'everywhere') {
    await client.query('select create_reference_table($1)', [table]);
    return;
  }
  // Citus accepts no subquery in a policy. On a single node the subquery makes each statement read the setting only
  // once.
  await client.query(
    `alter policy own_merchant on ${table} using (${column} = nullif(current_setting('app.merchant_id', true), '')::uuid)`,
  );
  if (table === rootTable)
    await client.query(`select create_distributed_table($1, $2, colocate_with => 'none', shard_count => $3)`, [
      table,
      column,
      shards,
    ]);
  else await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [table, column, rootTable]);
}
