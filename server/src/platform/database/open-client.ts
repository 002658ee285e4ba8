import pg from 'pg';

/** How long a connection may take to be made. A request waits less: its connections are those of the pool. */
const connecting_ms = 10_000;

/** A connected client, which must be ended. @throws Error if the server does not accept it */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: connecting_ms, ...config });
  // A lost connection fails its statements. Without this, it would also end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

/** Runs work on a connection of its own, and ends it. @throws Error if the server does not accept it */
export async function withClient<Result>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(config);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
