import pg from 'pg';
import type { Connection } from '../server/src/platform/database/connection.ts';

/** A server that tests may make databases on. */
export interface TestServer extends Connection {
  /** Of one that Citus spreads over several machines, the others: a database is made on all of them. */
  workers?: Connection[];
}

/** Works on the server itself, where databases are made and dropped; on each of its machines. */
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
