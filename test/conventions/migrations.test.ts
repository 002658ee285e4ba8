import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { needsPlacedTables, readMigrations } from '../../server/src/platform/database/migration/migrate.ts';
import { createTestApp, testServer } from '../test-app.ts';

/** Tables without a merchant. They are small enough to be copied whole to each node. */
const globalTables = [
  'broken_invariants',
  'devices',
  'joined_merchants',
  'known_devices',
  'passkey_challenges',
  'passkeys',
  'mails',
  'password_resets',
  'push_merchants',
  'rate_windows',
  'recovery_codes',
  'schema_migrations',
  'service_secrets',
  'session_tokens',
  'sessions',
  'sign_in_delays',
  'totp_factors',
  'users',
  'webhook_merchants',
];

const app = await createTestApp();

/** Each query finds schema objects that prevent distribution by merchant or the isolation of merchants. */
const rules: Record<string, string> = {
  'has no row security, enabled and forced, that compares its merchant': `
    select c.relname as name from tenant_tables c
    where not (c.relrowsecurity and c.relforcerowsecurity) or not exists (
      select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and p.permissive = 'PERMISSIVE' and p.cmd = 'ALL'
        and p.roles = '{public}' and p.qual like '(' || c.merchant_column || ' = %current_setting(''app.merchant_id''%')`,
  'has an additional policy': `
    select c.relname as name from tenant_tables c
    where (select count(*) from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname) <> 1`,
  'has no primary key': `
    select c.relname as name from tenant_tables c where not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  'does not begin with the merchant': `
    select i.indexrelid::regclass::text as name from pg_index i
    join tenant_tables c on c.oid = i.indrelid
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where a.attname is distinct from c.merchant_column`,
  'refers to another tenant table without the merchant': `
    select k.conname as name from pg_constraint k
    join tenant_tables own on own.oid = k.conrelid
    join tenant_tables other on other.oid = k.confrelid
    where k.contype = 'f' and not exists (
      select from unnest(k.conkey, k.confkey) as pair (here, there)
      join pg_attribute h on h.attrelid = own.oid and h.attnum = pair.here and h.attname = own.merchant_column
      join pg_attribute t on t.attrelid = other.oid and t.attnum = pair.there and t.attname = other.merchant_column)`,
  'is a global table that refers to a tenant table': `
    select k.conname as name from pg_constraint k join tenant_tables other on other.oid = k.confrelid
    where k.contype = 'f' and k.conrelid not in (select oid from tenant_tables)`,
  'sets columns to null or to a default, or deletes rows, when another row is deleted': `
    select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f' and (confdeltype <> 'a' or confupdtype <> 'a')`,
  'is a trigger': `
    select tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  'is generated from a sequence': `
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attidentity <> '' or (a.attgenerated = '' and pg_get_expr(d.adbin, d.adrelid) like '%nextval(%')`,
  'is a constraint with a name that PostgreSQL generated, so no error can be mapped to it': `
    select conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'c' and conname ~ '_check\\d*$'`,
};

async function faultsOf(client: pg.ClientBase): Promise<string[]> {
  await client.query('drop view if exists pg_temp.tenant_tables');
  await client.query(`
    create temporary view tenant_tables as
    select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, case c.relname when 'merchants' then 'id' else 'merchant_id' end as merchant_column
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in (${globalTables.map((name) => `'${name}'`).join(', ')})`);
  const faults: string[] = [];
  for (const [problem, query] of Object.entries(rules)) {
    const { rows } = await client.query<{ name: string }>(query);
    faults.push(...rows.map(({ name }) => `${name} ${problem}`));
  }
  return faults;
}

/** The faults after these statements, which are rolled back. */
async function faultsAfter(...statements: string[]): Promise<string[]> {
  const client = await app.admin.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    return await faultsOf(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('the database can be distributed by merchant, with row security for each', async () => {
  assert.deepEqual(await faultsAfter(), []);
});

test('notices each kind of fault in the database', {
  skip: testServer().workers !== undefined && 'Citus rejects most of the faults',
}, async () => {
  const planted: [string, RegExp][] = [
    ['alter table customers disable row level security', /^customers has no row security/],
    ['alter table customers no force row level security', /^customers has no row security/],
    ['drop policy own_merchant on customers', /^customers has no row security/],
    ['create policy everyone on customers using (true)', /^customers has an additional policy/],
    ['create table notes (merchant_id uuid, id uuid, primary key (merchant_id, id))', /^notes has no row security/],
    ['alter table sales_rollups drop constraint sales_rollups_pkey', /^sales_rollups has no primary key/],
    ['alter table customers add constraint one_email unique (email)', /^one_email does not begin with the merchant/],
    ['create index by_email on customers (email)', /^by_email does not begin with the merchant/],
    ['create index by_lower on customers (lower(email))', /^by_lower does not begin with the merchant/],
    [
      'alter table sales add constraint to_shop foreign key (branch_id) references merchants (id)',
      /^to_shop refers to another tenant table/,
    ],
    [
      'alter table users add constraint home foreign key (home_merchant_id) references merchants (id)',
      /^home is a global table/,
    ],
    [
      'alter table sales add constraint gone foreign key (merchant_id, customer_id) references customers (merchant_id, id) on delete set null',
      /^gone sets columns to null/,
    ],
    [
      'create trigger busy before update on customers for each row execute function suppress_redundant_updates_trigger()',
      /^busy is a trigger/,
    ],
    ['alter table customers add column number serial', /^customers.number is generated from a sequence/],
    [
      'alter table customers add column number integer generated always as identity',
      /^customers.number is generated from a sequence/,
    ],
    ['alter table customers add check (points > 0)', /^customers_points_check is a constraint with a name/],
  ];
  for (const [statement, fault] of planted) {
    const faults = await faultsAfter(statement);
    assert.ok(
      faults.some((found) => fault.test(found)),
      `${statement}: ${faults.join('; ')}`,
    );
  }
});

test('each migration sends single commands and opens no transaction', async () => {
  for (const { name, commands } of await readMigrations()) {
    assert.ok(commands.length > 0, name);
    for (const command of commands) {
      assert.ok(!command.includes(';'), `${name}: ${command}`);
      assert.ok(
        !/^(begin|commit|rollback|do|set|create function|create extension|alter system)\b/i.test(command),
        `${name}: ${command}`,
      );
    }
  }
});

/** Tables with a policy that a migration fills, or adds a reference to, before it creates the policy. */
function incompleteTables(commands: readonly string[]): string[] {
  const created = (table: string) => commands.findIndex((command) => command.startsWith(`create table ${table} `));
  return commands.flatMap((command, at) => {
    const [, table = ''] = /^create policy own_merchant on (\w+)/.exec(command) ?? [];
    return table !== '' && commands.slice(created(table), at).some(needsPlacedTables) ? [table] : [];
  });
}

test('a migration completes its tables before it fills them, so that they can be distributed then', async () => {
  for (const { name, commands } of await readMigrations()) assert.deepEqual(incompleteTables(commands), [], name);
  const create = 'create table notes (merchant_id uuid not null)';
  const policy = 'create policy own_merchant on notes using (true)';
  const fill = 'insert into notes select id from merchants';
  const refer = 'alter table sales add column note_id uuid references notes (id)';
  for (const early of [fill, refer]) {
    assert.deepEqual(incompleteTables([create, early, policy]), ['notes']);
    assert.deepEqual(incompleteTables([early, create, policy, early]), []);
  }
});
