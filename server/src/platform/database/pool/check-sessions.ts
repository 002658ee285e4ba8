import pg from 'pg';
import type { Connection } from '../connection.ts';

const rounds = 3;

/**
 * A setting of a connection must apply to its next statements, for example the merchant whose rows are visible. A
 * pooler that pools by transaction or statement sends the statements of one client to any free session, so that clients
 * share sessions.
 * @throws Error if the connection goes through such a pooler
 */
export async function checkSessions(connection: Connection): Promise<void> {
  const clients = [0, 1].map(() => new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 }));
  try {
    for (const client of clients) await client.connect();
    for (let round = 0; round < rounds; round += 1) {
      const pids = new Set<number>();
      for (const client of clients)
        pids.add((await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0);
      if (pids.size < clients.length)
        throw new Error(
          'a pooler sends the statements of one connection to several sessions. Set it to session pooling (pool_mode = session)',
        );
    }
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}
