import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { aShop } from '../../../../../test/shop.ts';
import { createTestApp, testServer } from '../../../../../test/test-app.ts';
import { apply } from '../migration/migrate.ts';
import { serviceRole } from '../migration/service-role.ts';
import { distribute } from './distribute.ts';
import { listPlacements, moveTables, readTopology } from './distribution.ts';

const app = await createTestApp();
const [one, other] = [await aShop(app), await aShop(app)];
const isCluster = testServer().workers !== undefined;
const onCluster = { skip: !isCluster && 'this server has no Citus workers' };

test('assigns each table to a placement, and distributes merchant tables by their merchant', async () => {
  const client = await app.admin.connect();
  try {
    const placements = await listPlacements(client);
    const of = (requested: string) => placements.filter(({ place }) => place === requested).map(({ table }) => table);
    assert.deepEqual(of('everywhere'), ['users']);
    assert.deepEqual(of('coordinator'), [
      'broken_invariants',
      'devices',
      'joined_merchants',
      'known_devices',
      'mails',
      'passkey_challenges',
      'passkeys',
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
      'webhook_merchants',
    ]);
    assert.equal(of('by merchant')[0], 'merchants');
    const { rows } = await client.query<{ table: string; column: string }>(
      `select tablename as table, substring(qual from '^\\((\\w+) = ') as column from pg_policies where schemaname = 'public' order by tablename <> 'merchants', 1`,
    );
    const byMerchant = placements.filter(({ place }) => place === 'by merchant');
    assert.deepEqual(
      byMerchant.map(({ table, column }) => ({ table, column })),
      rows,
    );
    assert.ok(byMerchant.every(({ isPlaced }) => isPlaced === isCluster));
  } finally {
    client.release();
  }
});

test('changes nothing on a server without Citus, and names the reason', {
  skip: isCluster && 'this server has Citus',
}, async () => {
  const attempt = distribute(app.connection, { log: { info: () => undefined }, shards: 4, print: () => undefined });
  await assert.rejects(attempt, /has no extension citus\. Install it on the coordinator and on each worker/);
  assert.equal((await readTopology(app.admin)).bindsTransactions, false);
});

test('does nothing if the database is already distributed', onCluster, async () => {
  const messages: string[] = [];
  assert.equal(
    await distribute(app.connection, {
      log: { info: () => undefined },
      shards: 4,
      print: (line) => messages.push(line),
    }),
    0,
  );
  assert.match(messages.join(), /2 workers/);
});

/** Runs work with the service's role, on a separate connection. */
async function asService<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...app.connection });
  await client.connect();
  try {
    await client.query(`set role ${serviceRole}`);
    return await work(client);
  } finally {
    await client.end();
  }
}

const ownersOf = async (client: pg.Client) =>
  (await client.query<{ owner: string }>('select merchant_id as owner from branches order by 1')).rows.map(
    ({ owner }) => owner,
  );

test(
  'row security applies on the nodes that have the rows, also to statements without a filter',
  onCluster,
  async () => {
    const topology = await readTopology(app.admin);
    await asService(async (client) => {
      assert.deepEqual(await ownersOf(client), []);
      // The workers do not receive a session setting of this connection, so they return no rows.
      await client.query(`select set_config('app.merchant_id', $1, false)`, [one.merchant_id]);
      assert.deepEqual(await ownersOf(client), []);
      await client.query(topology.connectionSetup ?? '');
      for (const { merchant_id } of [one, other]) {
        for (const text of topology.begin('begin', merchant_id, false)) await client.query(text);
        assert.deepEqual(await ownersOf(client), [merchant_id]);
        assert.equal((await client.query('update branches set name = name')).rowCount, 1);
        await client.query('rollback');
      }
      for (const text of topology.begin('begin', one.merchant_id, false)) await client.query(text);
      const insertForeign = `insert into categories (merchant_id, id, name, created_at, updated_at) values ($1, gen_random_uuid(), 'x', now(), now())`;
      await assert.rejects(client.query(insertForeign, [other.merchant_id]), /violates row-level security/);
      await client.query('rollback');
    });
    assert.deepEqual(await app.database.reader(one.merchant_id).many(sql`select merchant_id from branches`), [
      { merchant_id: one.merchant_id },
    ]);
  },
);

const ownPolicy = `using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid))`;
const createNotes = [
  `create table notes (merchant_id uuid not null constraint notes_merchant references merchants (id), id uuid not null,
     user_id uuid not null constraint notes_user references users (id), primary key (merchant_id, id))`,
  'alter table notes enable row level security',
  'alter table notes force row level security',
  `create policy own_merchant on notes ${ownPolicy}`,
];

test('a migration distributes its new tables, to which earlier tables can refer', onCluster, async () => {
  const filled = ['memberships', 'notes'];
  const commands = [
    ...createNotes,
    ...filled.map((table) => `alter table ${table} no force row level security`),
    'insert into notes (merchant_id, id, user_id) select merchant_id, user_id, user_id from memberships',
    ...filled.map((table) => `alter table ${table} force row level security`),
    'alter table merchants add column motto text, add column note_id uuid',
    'alter table merchants add constraint merchants_note foreign key (id, note_id) references notes (merchant_id, id)',
    'create table seen_notes (user_id uuid primary key constraint seen_notes_user references users (id))',
  ];
  await asService((client) => apply(client, { name: '9999_notes', checksum: 'none', commands }, true));
  await readTopology(app.admin);
  const { rows } = await app.admin.query(
    `select conname from pg_constraint where conname in ('notes_user', 'merchants_note', 'seen_notes_user') order by 1`,
  );
  // Tables of the coordinator have no foreign keys to tables on every machine.
  assert.deepEqual(rows, [{ conname: 'merchants_note' }, { conname: 'notes_user' }]);
  await app.database.transaction(one.merchant_id, async (tx) => {
    await tx.run(
      sql`insert into notes (merchant_id, id, user_id) values (${tx.merchant_id}, ${other.owner_id}, ${one.owner_id})`,
    );
    await tx.run(sql`update merchants set motto = 'fresh' where id = ${tx.merchant_id}`);
  });
  const notesOf = (merchant_id: string) =>
    app.database
      .reader(merchant_id)
      .many(
        sql`select n.id, m.motto from notes n join merchants m on m.id = n.merchant_id order by n.id = ${other.owner_id}`,
      );
  assert.deepEqual(await notesOf(one.merchant_id), [
    { id: one.owner_id, motto: 'fresh' },
    { id: other.owner_id, motto: 'fresh' },
  ]);
  assert.deepEqual(await notesOf(other.merchant_id), [{ id: other.owner_id, motto: null }]);
  const unknownNote = 'update merchants set note_id = id where id = $1';
  await assert.rejects(app.admin.query(unknownNote, [one.merchant_id]), /merchants_note/);
  for (const command of ['alter table merchants drop constraint merchants_note', 'drop table notes, seen_notes'])
    await app.admin.query(command);
});

test('the start requires to distribute a table that is not; the command distributes it', onCluster, async () => {
  const client = await app.admin.connect();
  try {
    await client.query('set citus.enable_ddl_propagation = off');
    for (const command of createNotes) await client.query(command);
    await client.query('set citus.enable_ddl_propagation = on');
    await assert.rejects(
      readTopology(app.admin),
      /not yet by all of this version’s tables \(notes\): npm run distribute/,
    );
    await moveTables(client, await listPlacements(client), 4);
  } finally {
    client.release();
  }
  await readTopology(app.admin);
  await app.admin.query('drop table notes');
});
