import pg from 'pg';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { dropIndexes } from './drop-indexes.ts';
import type { HistoryStatements } from './history.ts';

/** Writes histories into the tables. */
export interface HistoryWriter {
  write(statements: HistoryStatements): Promise<void>;
  /** Creates the deferred indexes. The tables must not be used before that. */
  close(): Promise<void>;
}

/** Without checks of foreign keys, since the references are right by construction. Without waiting for the disk, since a history can be written again. */
const settings = `set session_replication_role = replica; set timezone = 'UTC'; set statement_timeout = 0; set synchronous_commit = off;
  set work_mem = '192MB'; set maintenance_work_mem = '384MB'`;

/**
 * Independent statements run at the same time on several connections. Indexes of empty tables are dropped, and created
 * at the end from all rows.
 * @param seed of PostgreSQL's `random()`, between -1 and 1
 */
export async function openHistoryWriter(admin: Connection, seed: number): Promise<HistoryWriter> {
  const clients = await Promise.all(
    [0, 1, 2].map(async () => {
      const client = new pg.Client({ ...admin } as pg.ClientConfig);
      await client.connect();
      await client.query(settings);
      return client;
    }),
  );
  const [first] = clients;
  if (first === undefined) throw new Error('there is no connection');
  await first.query('select setseed($1::float8)', [seed]);
  // Left over by an interrupted run.
  await first.query('drop schema if exists seeding cascade');
  await first.query(`select set_config('max_parallel_workers_per_gather', '2', false)`);
  const groups = await dropIndexes(first);
  const run = async (client: pg.Client, statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  return {
    async write({ prepare, fill, finish }) {
      await run(first, prepare);
      await Promise.all(fill.map((statements, index) => run(clients[index % clients.length] ?? first, statements)));
      await run(first, finish);
    },
    async close() {
      const waiting = [...groups];
      const work = async (client: pg.Client) => {
        for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) await run(client, group);
      };
      try {
        await Promise.all(clients.slice(0, 2).map(work));
        await first.query('vacuum analyze');
        await first.query('checkpoint');
      } finally {
        await Promise.all(clients.map((client) => client.end()));
      }
    },
  };
}
