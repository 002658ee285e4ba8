import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { anEmptyDatabase } from '../../../../../test/empty-database.ts';
import { apply, migrate, readMigrations } from './migrate.ts';
import { prepareServiceRole, serviceRole } from './service-role.ts';

const connection = await anEmptyDatabase();
const client = new pg.Client({ ...connection });
// The database is dropped first.
client.on('error', () => undefined);
await client.connect();
after(() => client.end());
const applied: unknown[] = [];
const log = { info: (fields: object) => applied.push(fields) };
const count = async (table: string) =>
  (await client.query('select to_regclass($1) is not null as found', [table])).rows[0].found;

test('applies the missing migrations in their order, and each one once', async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  const [first = '', second = ''] = names;
  const service = await prepareServiceRole(connection);
  assert.equal(service.role, serviceRole);
  await migrate(service, log, first);
  assert.deepEqual(applied, [{ migration: first }]);
  await migrate(service, log, second);
  await migrate(service, log, second);
  assert.deepEqual(applied, [{ migration: first }, { migration: second }]);
  const { rows } = await client.query(
    `select name, pg_get_userbyid(relowner) as owner from schema_migrations, pg_class where relname = 'schema_migrations' order by 1`,
  );
  assert.deepEqual(rows, [
    { name: first, owner: serviceRole },
    { name: second, owner: serviceRole },
  ]);
});

test('a migration that fails leaves nothing behind, and is named', async () => {
  const migration = { name: '9999_wrong', checksum: 'none', commands: ['create table half (a int)', 'select nothing'] };
  await assert.rejects(apply(client, migration, false), ({ message, cause }: Error) => {
    assert.equal(message, 'migration 9999_wrong failed: column "nothing" does not exist');
    return cause instanceof pg.DatabaseError;
  });
  assert.equal(await count('half'), false);
  assert.equal(await count('schema_migrations'), true);
  assert.equal((await client.query('select 1')).rowCount, 1);
});

test('does not start on the database of a newer version, or after a migration has changed', async () => {
  await client.query(`insert into schema_migrations (name, checksum) values ('9999_newer.sql', 'none')`);
  await assert.rejects(migrate(connection, log), {
    message: 'the database has migration 9999_newer.sql, which this version does not know: it was used by a newer one',
  });
  await client.query(`delete from schema_migrations where name = '9999_newer.sql'`);
  const [first] = await readMigrations();
  await client.query(`update schema_migrations set checksum = 'other' where name = $1`, [first?.name]);
  await assert.rejects(migrate(connection, log), {
    message: `migration ${first?.name} was changed after it had been applied`,
  });
});

test('names what an account lacks, and uses an ordinary one as it is', async () => {
  const role = `plain_${process.pid}`;
  const { database } = connection;
  await client.query(`create role ${role} login password 'plain'`);
  const login = { ...connection, user: role, password: 'plain' };
  try {
    await assert.rejects(prepareServiceRole(login), {
      message: `the account ${role} may not create tables in the database ${database}. Its owner can allow it: grant create on schema public to "${role}";`,
    });
    await client.query(`grant create on schema public to ${role}`);
    assert.equal(await prepareServiceRole(login), login);
    // Row security does not apply to it, and it may not make another account.
    await client.query(`alter role ${role} bypassrls`);
    await assert.rejects(prepareServiceRole(login), ({ message, cause }: Error) => {
      assert.match(
        message,
        new RegExp(`^row security does not apply to the account ${role}, .* the database ${database},`),
      );
      return cause instanceof pg.DatabaseError;
    });
  } finally {
    await client.query(`drop owned by ${role}`);
    await client.query(`drop role ${role}`);
  }
});
