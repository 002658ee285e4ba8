import pg from 'pg';
import type { Connection } from '../server/src/platform/database/connection.ts';

/** A PostgreSQL server on which tests may create databases. */
export interface TestServer extends Connection {
  /** With Citus: the worker nodes. A database is created on the coordinator and on all workers. */
  workers?: Connection[];
}

/** Runs `work` on the database `postgres` of each node, to create and drop databases. */
export async function asAdmin(
  server: TestServer,
  work: (client: pg.Client, machine: Connection) => Promise<unknown>,
): Promise<void> {
  for (const machine of [server, ...(server.workers ?? [])])
    await onDatabase({ ...machine, database: 'postgres' }, (client) => work(client, machine));
}

export async function onDatabase<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connection });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
