import pg from 'pg';
import type { Connection } from '../connection.ts';
import { withClient } from '../open-client.ts';

export const serviceRole = 'tillhouse_service';
const lockNumber = 7_451_003;

interface Login {
  name: string;
  is_superuser: boolean;
  sees_all: boolean;
  may_create: boolean;
  database: string;
  version: number;
}

/**
 * Row security does not apply to a superuser. If the configured account is one, the service uses a separate role, which
 * is created here if it is missing. Otherwise it uses the account itself.
 * @throws Error that names what the account lacks
 */
export async function prepareServiceRole(connection: Connection): Promise<Connection> {
  return withClient(connection, async (client) => {
    const login = await describeLogin(client);
    if (login.version < 150_000)
      throw new Error(`PostgreSQL 15 or newer is needed, this one is ${Math.floor(login.version / 10_000)}`);
    if (login.sees_all) {
      await createServiceRole(client, login);
      return { ...connection, role: serviceRole };
    }
    if (login.may_create) return connection;
    const grant = `grant create on schema public to ${pg.escapeIdentifier(login.name)}`;
    throw new Error(
      `the account ${login.name} may not create tables in the database ${login.database}. Its owner can allow it: ${grant};`,
    );
  });
}

async function describeLogin(client: pg.Client): Promise<Login> {
  const { rows } = await client.query<Login>(
    `select rolname as name, rolsuper as is_superuser, rolsuper or rolbypassrls as sees_all,
       has_schema_privilege('public', 'create') as may_create, current_database() as database,
       current_setting('server_version_num')::int as version
     from pg_roles where rolname = current_user`,
  );
  const [login] = rows;
  if (login === undefined) throw new Error('the account has no role');
  return login;
}

async function createServiceRole(client: pg.Client, login: Login): Promise<void> {
  // If two processes change the rights of one object at the same time, PostgreSQL fails one of them, so they take
  // turns.
  await client.query('select pg_advisory_lock($1)', [lockNumber]);
  try {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [serviceRole]);
    if (rowCount === 0)
      await client.query(`create role ${serviceRole} nologin nosuperuser nobypassrls`).catch(ignoreExisting);
    // A superuser may set any role.
    if (!login.is_superuser) await client.query(`grant ${serviceRole} to current_user`);
    await client.query(`grant create on schema public to ${serviceRole}`);
    await client.query(`grant create, temporary on database ${pg.escapeIdentifier(login.database)} to ${serviceRole}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error;
    const { name, database } = login;
    throw new Error(
      `row security does not apply to the account ${name}, and it may not create the role ${serviceRole} for the service. ` +
        `Use an ordinary account that owns the database ${database}, or a superuser. PostgreSQL says: ${error.message}`,
      { cause: error },
    );
  }
}

/** All databases of a server share its roles, so a process on another database may have created the role meanwhile. */
function ignoreExisting(error: unknown): void {
  if (!(error instanceof pg.DatabaseError && (error.code === '42710' || error.code === '23505'))) throw error;
}
