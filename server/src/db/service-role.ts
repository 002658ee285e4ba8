import pg from 'pg';
import type { Connection } from './open.ts';

export const serviceRole = 'tillhouse_service';

/**
 * Row security does not hold for a superuser. Where the given account is one, the service acts as a role of its own that is not,
 * made here if need be; where it is an ordinary account, as that account.
 * @throws Error that says what the account lacks
 */
export async function prepareServiceRole(connection: Connection): Promise<Connection> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ all_seeing: boolean; version: number; database: string }>(
      `select rolsuper or rolbypassrls as all_seeing, current_setting('server_version_num')::int as version, current_database() as database
       from pg_roles where rolname = current_user`,
    );
    const found = rows[0];
    if (found === undefined) throw new Error('DATABASE_URL: the account has no role');
    if (found.version < 150_000) throw new Error('DATABASE_URL: PostgreSQL 15 or newer is needed');
    if (!found.all_seeing) return connection;
    await client.query('select pg_advisory_lock($1)', [7_451_003]);
    const existing = await client.query('select 1 from pg_roles where rolname = $1', [serviceRole]);
    if (existing.rowCount === 0) await client.query(`create role ${serviceRole} nologin nosuperuser nobypassrls`);
    await client.query(`grant create on schema public to ${serviceRole}`);
    await client.query(`grant create, temporary on database ${pg.escapeIdentifier(found.database)} to ${serviceRole}`);
    return { ...connection, role: serviceRole };
  } finally {
    await client.end();
  }
}
