import pg from 'pg';
import type { Connection } from '../connection.ts';

interface Log {
  info(fields: object, message: string): void;
}

const lockNumber = 7_451_004;

/** `merchant_id` in such an index needs the one extension, parts of words the other. PostgreSQL brings both along. */
const extensions = ['pg_trgm', 'btree_gin'];

/**
 * Functions that row security may run before it has decided whether a row may be seen; for others it looks at every row of the merchant first, and
 * no index helps. They fail for what they are given to look for only, and say nothing of what they look at. Only a superuser may say so.
 */
export const trusted = ['pg_catalog.textlike(text, text)', 'pg_catalog.lower(text)'];

const indexes = [
  'products_search on products using gin (merchant_id, search_text gin_trgm_ops) where deleted_at is null',
  'customers_search on customers using gin (merchant_id, search_text gin_trgm_ops) where deleted_at is null',
];

/**
 * Indexes for searching by a part of a name, where the account may have them; without them a search looks through all of a merchant's records. No
 * migration, since what an account may do can change: it is tried again at each start, and costs a question then.
 * @param login as whoever was given; the service may act as another
 */
export async function prepareSearch(login: Connection, service: Connection, log: Log): Promise<void> {
  const isAllowed = await asClient(login, allow);
  if (!isAllowed) return log.info({}, 'searches go without an index: the account may not have it, see docs/operations.md');
  await asClient(service, async (client) => {
    for (const index of indexes) await client.query(`create index if not exists ${index}`);
  });
}

async function asClient<T>({ role, ...connection }: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const options = role === undefined ? {} : { options: `-c role=${role}` };
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, ...options });
  await client.connect();
  try {
    // Processes that start together wait for one another.
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function allow(client: pg.Client): Promise<boolean> {
  const isAllowed = async () => {
    const { rows } = await client.query<{ allowed: boolean }>(
      `select (select count(*) from pg_extension where extname = any($1)) = cardinality($1::text[])
         and (select bool_and(proleakproof) from pg_proc where oid = any($2::regprocedure[])) as allowed`,
      [extensions, trusted],
    );
    return rows[0]?.allowed === true;
  };
  if (await isAllowed()) return true;
  try {
    for (const name of trusted) await client.query(`alter function ${name} leakproof`);
    for (const name of extensions) await client.query(`create extension if not exists ${name}`);
  } catch (error) {
    // Not allowed, or not installed there.
    if (error instanceof pg.DatabaseError) return false;
    throw error;
  }
  return isAllowed();
}
