import pg from 'pg';
import type { Connection } from '../connection.ts';
import { withClient } from '../open-client.ts';

interface Log {
  info(fields: object, message: string): void;
}

const lockNumber = 7_451_004;

/** The first one is for trigrams, the second one for `merchant_id` in such an index. Both are part of PostgreSQL. */
const extensions = ['pg_trgm', 'btree_gin'];

/**
 * Functions that may run before row security has checked whether a row is visible. With any other function, PostgreSQL
 * reads every row of the merchant first and uses no index. These functions fail only because of the search text, and
 * their errors reveal nothing of the rows. Only a superuser can declare this (leakproof).
 */
export const leakproofFunctions = ['pg_catalog.textlike(text, text)', 'pg_catalog.lower(text)'];

const indexes = [
  'products_search on products using gin (merchant_id, search_text gin_trgm_ops) where deleted_at is null',
  'customers_search on customers using gin (merchant_id, search_text gin_trgm_ops) where deleted_at is null',
];

/**
 * Creates indexes for searches by a part of a name, if the account may create them. Without them, a search reads all
 * records of a merchant. This is not a migration, because the account's rights can change: each start tries again, at
 * the cost of a query.
 * @param login the configured account; the service may use another role
 */
export async function prepareSearch(login: Connection, service: Connection, log: Log): Promise<void> {
  const isEnabled = await asClient(login, enableIndexes);
  if (!isEnabled)
    return log.info({}, 'searches use no index: the account may not create it, see docs/how-to/operations.md');
  await asClient(service, async (client) => {
    for (const index of indexes) await client.query(`create index if not exists ${index}`);
  });
}

function asClient<T>({ role, ...connection }: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const options = role === undefined ? {} : { options: `-c role=${role}` };
  return withClient({ ...connection, ...options }, async (client) => {
    // Processes that start together wait for one another.
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    return work(client);
  });
}

async function enableIndexes(client: pg.Client): Promise<boolean> {
  const isEnabled = async () => {
    const { rows } = await client.query<{ allowed: boolean }>(
      `select (select count(*) from pg_extension where extname = any($1)) = cardinality($1::text[])
         and (select bool_and(proleakproof) from pg_proc where oid = any($2::regprocedure[])) as allowed`,
      [extensions, leakproofFunctions],
    );
    return rows[0]?.allowed === true;
  };
  if (await isEnabled()) return true;
  try {
    for (const name of leakproofFunctions) await client.query(`alter function ${name} leakproof`);
    for (const name of extensions) await client.query(`create extension if not exists ${name}`);
  } catch (error) {
    // The account lacks the rights, or an extension is not installed.
    if (error instanceof pg.DatabaseError) return false;
    throw error;
  }
  return isEnabled();
}
