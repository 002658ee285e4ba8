import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openTestHouse, testServer } from '../../../test/house.ts';
import { aShop } from '../../../test/shop.ts';
import { invalidState } from '../kernel/refusal.ts';
import { createDatabase, type Handle, type Transaction } from './handle.ts';
import { createPool } from './pool.ts';
import { serviceRole } from './service-role.ts';

const house = await openTestHouse();
const [one, other] = [await aShop(house), await aShop(house)];

/** One connection for everybody: whatever is left on it meets whoever comes next. */
const { rows } = await house.admin.query<{ name: string }>('select current_database() as name');
const pool = createPool({ ...testServer(), database: rows[0]?.name ?? '', role: serviceRole }, { size: 1, onLost: () => undefined });
const database = createDatabase(pool);
after(() => pool.end());

const ownersOf = (db: Handle): Promise<string[]> =>
  db.many(sql<{ merchant_id: string }>`select merchant_id from branches`).then((found) => found.map((row) => row.merchant_id));
const asBoth = async () =>
  assert.deepEqual(
    [await ownersOf(database.reader(one.merchant_id)), await ownersOf(database.reader(other.merchant_id))],
    [[one.merchant_id], [other.merchant_id]],
  );
const fails = (tx: Transaction) => tx.run(sql`select 1 / 0`);

test('each sees its own on a shared connection, whatever failed on it before', async () => {
  await asBoth();
  await assert.rejects(database.reader(one.merchant_id).many(sql`select 1 / 0`));
  await asBoth();
  await assert.rejects(database.transaction(one.merchant_id, fails));
  await asBoth();
  await assert.rejects(
    database.transaction(one.merchant_id, (tx) => tx.actingFor(other.merchant_id, fails)),
    /division by zero/,
  );
  await asBoth();
  await database.transaction(one.merchant_id, (tx) => tx.actingFor(other.merchant_id, ownersOf));
  await asBoth();
  assert.deepEqual(await ownersOf(database.global), []);
});

test('who acted for another and caught the refusal is themselves again', async () => {
  const seen = await database.transaction(one.merchant_id, async (tx) => {
    const refused = tx.actingFor(other.merchant_id, async (own) => {
      assert.deepEqual(await ownersOf(own), [other.merchant_id]);
      throw invalidState('not today');
    });
    await assert.rejects(refused, /not today/);
    return ownersOf(tx);
  });
  assert.deepEqual(seen, [one.merchant_id]);
});

test('a failed statement cannot be passed over and committed', async () => {
  const work = async (tx: Transaction) => {
    await fails(tx).catch(() => undefined);
  };
  await assert.rejects(database.transaction(one.merchant_id, work), /passed over/);
  await asBoth();
});

test('work that nobody waits for does not reach the connection once its transaction is over', async () => {
  const late = Promise.withResolvers<string[]>();
  const gate = Promise.withResolvers<void>();
  await database.transaction(one.merchant_id, async (tx) => {
    late.resolve(gate.promise.then(() => ownersOf(tx)));
  });
  gate.resolve();
  await assert.rejects(late.promise, /after the end of its transaction/);
});
