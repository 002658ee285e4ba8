import pg from 'pg';
import type { Connection } from '../server/src/db/connection.ts';

/** Works on the server itself, where databases are made and dropped. */
export async function asAdmin(server: Connection, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
