import pg from 'pg';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import type { Making } from './history.ts';
import { putOff } from './indexes.ts';

/** Makes histories in the tables. */
export interface Filler {
  fill(making: Making): Promise<void>;
  /** What was put off is done now; nobody may use the tables before. */
  close(): Promise<void>;
}

/** References are right as they are made: nobody needs to look at each again. What a machine loses that stops meanwhile is made again. */
const settings = `set session_replication_role = replica; set timezone = 'UTC'; set statement_timeout = 0; set synchronous_commit = off;
  set work_mem = '192MB'; set maintenance_work_mem = '384MB'`;

/**
 * Several connections: what does not need each other is made at once. Indexes of tables in which nothing is yet are made at the end, from all rows.
 * @param seed where `random()` begins, between -1 and 1
 */
export async function openFiller(admin: Connection, seed: number): Promise<Filler> {
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
  // Left by somebody who was stopped.
  await first.query('drop schema if exists seeding cascade');
  await first.query(`select set_config('max_parallel_workers_per_gather', '2', false)`);
  const groups = await putOff(first);
  const run = async (client: pg.Client, statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  return {
    async fill({ draw, fill, finish }) {
      await run(first, draw);
      await Promise.all(fill.map((statements, place) => run(clients[place % clients.length] ?? first, statements)));
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
