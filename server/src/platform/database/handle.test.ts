import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type pg from 'pg';
import { aShop } from '../../../../test/shop.ts';
import { createTestApp, testServer } from '../../../../test/test-app.ts';
import { invalidState } from '../../core/errors.ts';
import { withKinds } from './batch-statements.ts';
import { readTopology } from './citus/distribution.ts';
import { createDatabase } from './database.ts';
import type { Handle, Transaction } from './handle.ts';
import { serviceRole } from './migration/service-role.ts';
import { createPool } from './pool/pool.ts';

const app = await createTestApp();
const [one, other] = [await aShop(app), await aShop(app)];

/** A single connection, so that remaining state on it affects the next statement. */
const { rows } = await app.admin.query<{ name: string }>('select current_database() as name');
const pool = createPool(
  { ...testServer(), database: rows[0]?.name ?? '', role: serviceRole },
  { size: 1, onLost: () => undefined },
);
const database = createDatabase(pool, { topology: await readTopology(app.admin) });
after(() => pool.end());

const ownersOf = (db: Handle): Promise<string[]> =>
  db
    .many(sql<{ merchant_id: string }>`select merchant_id from branches`)
    .then((found) => found.map((row) => row.merchant_id));
const assertBothSeeOwnRows = async () =>
  assert.deepEqual(
    [await ownersOf(database.reader(one.merchant_id)), await ownersOf(database.reader(other.merchant_id))],
    [[one.merchant_id], [other.merchant_id]],
  );
const fails = (tx: Transaction) => tx.run(sql`select 1 / 0`);

test('each merchant sees its own rows on a shared connection, also after errors', async () => {
  await assertBothSeeOwnRows();
  await assert.rejects(database.reader(one.merchant_id).many(sql`select 1 / 0`));
  await assertBothSeeOwnRows();
  await assert.rejects(database.transaction(one.merchant_id, fails));
  await assertBothSeeOwnRows();
  await assert.rejects(
    database.transaction(one.merchant_id, (tx) => tx.withTenant(other.merchant_id, fails)),
    /division by zero/,
  );
  await assertBothSeeOwnRows();
  await database.transaction(one.merchant_id, (tx) => tx.withTenant(other.merchant_id, ownersOf));
  await assertBothSeeOwnRows();
  assert.deepEqual(await ownersOf(database.global), []);
});

test('restores the merchant after a caught error in withTenant', async () => {
  const seen = await database.transaction(one.merchant_id, async (tx) => {
    const refused = tx.withTenant(other.merchant_id, async (own) => {
      assert.deepEqual(await ownersOf(own), [other.merchant_id]);
      throw invalidState('planted');
    });
    await assert.rejects(refused, /planted/);
    return ownersOf(tx);
  });
  assert.deepEqual(seen, [one.merchant_id]);
});

test('rejects the commit after a caught error of a statement', async () => {
  const work = async (tx: Transaction) => {
    await fails(tx).catch(() => undefined);
  };
  await assert.rejects(database.transaction(one.merchant_id, work), /was ignored/);
  await assertBothSeeOwnRows();
});

test('rejects statements of unawaited work after the end of its transaction', async () => {
  const late = Promise.withResolvers<string[]>();
  const gate = Promise.withResolvers<void>();
  await database.transaction(one.merchant_id, async (tx) => {
    late.resolve(gate.promise.then(() => ownersOf(tx)));
  });
  gate.resolve();
  await assert.rejects(late.promise, /after the end of its transaction/);
});

test('rejects statements of unawaited work after its transaction has failed', async () => {
  const late = Promise.withResolvers<string[]>();
  const gate = Promise.withResolvers<void>();
  const work = async (tx: Transaction) => {
    late.resolve(gate.promise.then(() => ownersOf(tx)));
    throw invalidState('planted');
  };
  await assert.rejects(database.transaction(one.merchant_id, work), /planted/);
  gate.resolve();
  await assert.rejects(late.promise, /after the end of its transaction/);
});

test('sends queued writes before the next statement and the commit, each once and in order', async () => {
  const add = (merchant_id: string, name: string) =>
    sql`insert into categories (merchant_id, id, name, created_at, updated_at)
      values (${merchant_id}, gen_random_uuid(), ${name}, now(), now())`;
  const rename = (merchant_id: string) =>
    sql`update categories set name = name || ' renamed' where merchant_id = ${merchant_id}`;
  const namesOf = (db: Handle) => db.many(sql<{ name: string }>`select name from categories order by name`);
  await database.transaction(one.merchant_id, async (tx) => {
    tx.queueWrite('categories', add(one.merchant_id, 'first'));
    // On the same table, so it must see the earlier write.
    tx.queueWrite('categories', rename(one.merchant_id));
    assert.deepEqual(await namesOf(tx), [{ name: 'first renamed' }]);
    await tx.withTenant(other.merchant_id, async (own) =>
      own.queueWrite('categories', add(other.merchant_id, 'theirs')),
    );
    await assert.rejects(
      tx.attempt(async () => {
        tx.queueWrite('categories', add(one.merchant_id, 'never'));
        throw invalidState('planted');
      }),
    );
    tx.queueWrite('categories', add(one.merchant_id, 'second'));
  });
  assert.deepEqual(await namesOf(database.reader(one.merchant_id)), [{ name: 'first renamed' }, { name: 'second' }]);
  assert.deepEqual(await namesOf(database.reader(other.merchant_id)), [{ name: 'theirs' }]);
  // Deleted, because they have no events.
  await app.admin.query('delete from categories');
});

test('batched reads return the same rows as single ones', async () => {
  const rows = () =>
    withKinds(
      sql<object>`select i as number, (i * 9007199254740993)::bigint as large, decode('00ff', 'hex') as bytes, 'a "text" \\ of' as words, null as nothing
        from generate_series(1, 2) as i order by i desc`,
      { large: 'bigint', bytes: 'bytes' },
    );
  const [batched, single, none] = await database.transaction(one.merchant_id, async (tx) => {
    const [found, empty] = await tx.batchReads((db) =>
      Promise.all([db.many(rows()), db.first(sql`select 1 where false`)]),
    );
    return [found, await tx.many(rows()), empty];
  });
  assert.deepEqual(batched, single);
  assert.equal(none, undefined);
});

test('one failing read of a batch fails all of them', async () => {
  await assert.rejects(
    database.transaction(one.merchant_id, (tx) =>
      tx.batchReads((db) => Promise.all([ownersOf(db), db.many(sql`select 1 / 0`)])),
    ),
    /division by zero/,
  );
  await assertBothSeeOwnRows();
});

test('does not commit if the last write is rejected or cannot be sent', async () => {
  const insert = (name: unknown) =>
    sql`insert into categories (merchant_id, id, name, created_at, updated_at) values (${one.merchant_id}, gen_random_uuid(), ${name}, now(), now())`;
  const unserializable = {
    toPostgres() {
      throw new Error('this value cannot be serialized');
    },
  };
  for (const [broken, expected] of [
    [null, /null value/],
    [unserializable, /cannot be serialized/],
  ] as const)
    for (const order of ['first', 'last'] as const) {
      const work = async (tx: Transaction) => {
        await tx.run(insert('before'));
        // Two writes of one table are separate statements, so one of the two succeeds.
        // The failing write has a unique text, because the driver does not prepare a failed statement again.
        const own = sql`${insert(broken)} on conflict do ${sql.raw(`nothing /* ${order} */`)}`;
        const writes = [own, insert('beside')];
        for (const write of order === 'first' ? writes : writes.toReversed()) tx.queueWrite('categories', write);
      };
      await assert.rejects(database.transaction(one.merchant_id, work), expected);
      assert.deepEqual(await database.reader(one.merchant_id).many(sql`select name from categories`), []);
      await assertBothSeeOwnRows();
    }
});

test('discards reads sent behind a failed begin, and keeps the connection usable', async () => {
  const { pool: failing, restore } = withFailingBegin();
  try {
    const results: unknown[] = [];
    const work = (tx: Transaction) => tx.batchReads((db) => ownersOf(db)).then((owners) => results.push(owners));
    await assert.rejects(createDatabase(failing).transaction(one.merchant_id, work), /syntax error/);
    assert.deepEqual(results, []);
  } finally {
    restore();
  }
  await assertBothSeeOwnRows();
});

/** The same pool with connections whose `begin` fails. */
function withFailingBegin() {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const restored: (() => void)[] = [() => Object.assign(pool, { connect })];
  const connectFailing = async () => {
    const client = await connect();
    const query = client.query.bind(client) as (sent: unknown) => unknown;
    Object.assign(client, { query: (sent: unknown) => query(sent === 'begin' ? 'beginn' : sent) });
    restored.push(() => Object.assign(client, { query }));
    return client;
  };
  Object.assign(pool, { connect: connectFailing });
  const restore = () => {
    for (const undo of restored) undo();
  };
  return { pool, restore };
}
