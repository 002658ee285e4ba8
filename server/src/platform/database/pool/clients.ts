import type pg from 'pg';

/** Properties of pg's client that its types lack. */
interface ClientInternals {
  processID: number | null;
  /** False while the client waits for a result. */
  readyForQuery: boolean;
  connection: {
    stream: { bytesRead: number; destroy(): void };
    /** The texts of prepared statements, by name. */
    parsedStatements: Record<string, string>;
  };
}
export const internalsOf = (client: pg.Client | pg.PoolClient) => client as unknown as ClientInternals;

/** Closes a connection without waiting for the server. Its statements fail. */
export const cut = (client: pg.Client | pg.PoolClient): void => internalsOf(client).connection.stream.destroy();

/** The open connections of a pool. Call it before the first one opens. */
export function trackClients(pool: pg.Pool): ReadonlySet<pg.PoolClient> {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  return clients;
}

/** How many statements a connection has prepared. The server keeps them until the connection ends. */
export const countPrepared = (client: pg.PoolClient): number =>
  Object.keys(internalsOf(client).connection.parsedStatements).length;
