import type pg from 'pg';
import type { Connection } from '../connection.ts';
import { withClient } from '../open-client.ts';

const rounds = 3;

/**
 * A setting of a connection must apply to its next statements, for example the merchant whose rows are visible. A
 * pooler that pools by transaction or statement sends the statements of one client to any free session, so that clients
 * share sessions.
 * @throws Error if the connection goes through such a pooler
 */
export const checkSessions = (connection: Connection): Promise<void> =>
  withClient(connection, (one) => withClient(connection, (other) => compareSessions(one, other)));

async function compareSessions(one: pg.Client, other: pg.Client): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    if ((await sessionOf(one)) === (await sessionOf(other)))
      throw new Error(
        'a pooler sends the statements of one connection to several sessions. Set it to session pooling (pool_mode = session)',
      );
}

const sessionOf = async (client: pg.Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
