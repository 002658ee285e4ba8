import type pg from 'pg';
import { readTopology } from '../platform/database/citus/distribution.ts';
import type { Connection } from '../platform/database/connection.ts';
import { createDatabase } from '../platform/database/database.ts';
import type { Database, OutboxWriter } from '../platform/database/handle.ts';
import { prepareServiceRole } from '../platform/database/migration/service-role.ts';
import { createPool } from '../platform/database/pool/pool.ts';

/**
 * The database as the service uses it: with the rights of its account, one merchant at a time.
 * @param writeOutbox writes the events and audit notes of a transaction; without it none are written
 */
export async function withService<Result>(
  connection: Connection,
  work: (database: Database) => Promise<Result>,
  writeOutbox?: OutboxWriter,
): Promise<Result> {
  const pool = createPool(await prepareServiceRole(connection), { size: 1, onLost: () => undefined });
  try {
    return await work(
      createDatabase(pool, { topology: await readTopology(pool), ...(writeOutbox && { writeOutbox }) }),
    );
  } finally {
    await pool.end();
  }
}

/** The ids of all merchants. */
export const listMerchants = async (client: pg.Client): Promise<string[]> =>
  (await client.query<{ id: string }>('select distinct home_merchant_id as id from users order by 1')).rows.map(
    ({ id }) => id,
  );
