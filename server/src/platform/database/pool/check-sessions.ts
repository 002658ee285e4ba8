import pg from 'pg';
import type { Connection } from '../connection.ts';

const looks = 3;

/**
 * What is set on a connection must hold for the next statement on it: which merchant's rows are seen, for one. A pooler that deals out transactions or
 * statements gives the statements of one client to whichever session is free, and so two clients one session.
 * @throws Error where it does
 */
export async function checkSessions(connection: Connection): Promise<void> {
  const clients = [0, 1].map(() => new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 }));
  try {
    for (const client of clients) await client.connect();
    for (let look = 0; look < looks; look += 1) {
      const pids = new Set<number>();
      for (const client of clients) pids.add((await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0);
      if (pids.size < clients.length)
        throw new Error(
          'a pooler gives the statements of one connection to several sessions. Set it to pooling by session (pool_mode = session)',
        );
    }
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}
