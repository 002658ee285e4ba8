import type pg from 'pg';
import { serviceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import type { Recorded, Store } from './acts.ts';
import { expectedOf } from './expected.ts';
import { differences, type Queryable } from './found.ts';

/** Whether each act that was answered is in the database exactly once, with all that belongs to it, and nothing besides. @returns what is not so */
export async function checkActs(db: Queryable, acts: readonly Recorded[], stores: readonly Store[]): Promise<string[]> {
  const told = acts
    .filter(({ refused }) => refused !== undefined)
    .map(({ act, refused }) => `${act.name} was refused: ${refused}`);
  const byMerchant = Map.groupBy(acts, ({ act }) => act.merchant_id);
  for (const store of stores) {
    const own = byMerchant.get(store.merchant_id) ?? [];
    told.push(...(await differences(db, store.merchant_id, expectedOf(own, store))));
  }
  return told;
}

/** The invariants as one merchant sees them, through row security: that costs what its data cost, and not what all do. */
export async function brokenInvariantsOf(admin: pg.Pool, merchant_id: string): Promise<string[]> {
  const client = await admin.connect();
  try {
    await client.query('begin read only');
    await client.query(`set local role ${serviceRole}`);
    await client.query(`select set_config('app.merchant_id', $1, true)`, [merchant_id]);
    return await brokenInvariants(client);
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

/** As if they had been lost, doubled or cut to pieces by a crash. */
const faults: Record<string, string> = {
  'a sale that is lost': `delete from sales where merchant_id = $1 and id = (select min(id::text)::uuid from sales where merchant_id = $1)`,
  'a sale that is doubled': `insert into sales select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'code', 'twice'))).*
    from sales s where merchant_id = $1 limit 1`,
  'a movement that is lost': `delete from stock_movements where ctid = (select ctid from stock_movements where merchant_id = $1 and type = 'sale' limit 1)`,
  'a payment that is lost': `delete from sale_payments where ctid = (select ctid from sale_payments where merchant_id = $1 limit 1)`,
  'points that are lost': `delete from points_entries where ctid = (select ctid from points_entries where merchant_id = $1 and type = 'earned' limit 1)`,
  'roll-ups that are lost': `update sales_rollups set sales = sales - 1 where ctid = (select ctid from sales_rollups where merchant_id = $1 and sales > 0 limit 1)`,
  'an event that is lost': `delete from events where ctid = (select ctid from events where merchant_id = $1 and type = 'sale.completed' limit 1)`,
  'a key that is lost': `delete from idempotency_keys where ctid = (select ctid from idempotency_keys where merchant_id = $1 and key like 'key act-%' limit 1)`,
  'an adjustment that is doubled': `insert into stock_movements select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid()))).*
    from stock_movements m where merchant_id = $1 and type = 'addition' and reason like 'act-%' limit 1`,
  'one half of a transfer': `delete from stock_movements where ctid = (select ctid from stock_movements where merchant_id = $1 and type = 'transfer_in' limit 1)`,
  'a row of an import that is lost': `delete from products where ctid = (select ctid from products where merchant_id = $1 and sku like 'act-%' limit 1)`,
  'a level that is off by one': `update stock_levels set on_hand = on_hand + 1 where ctid = (select ctid from stock_levels where merchant_id = $1 and on_hand > 900000 limit 1)`,
};

/** Plants each fault, looks whether the check finds it, and takes it back. @returns how many were found, and the names of those that were not */
export async function checkTheCheck(
  admin: pg.Pool,
  acts: readonly Recorded[],
  stores: readonly Store[],
): Promise<{ found: number; missed: string[] }> {
  const missed: string[] = [];
  const [store] = stores;
  if (store === undefined) throw new Error('there is no shop to plant a fault in');
  const own = acts.filter(({ act }) => act.merchant_id === store.merchant_id);
  for (const [name, fault] of Object.entries(faults)) {
    const client = await admin.connect();
    try {
      await client.query('begin');
      // Neither foreign keys nor triggers stand in the way of a fault.
      await client.query('set local session_replication_role = replica');
      const { rowCount } = await client.query(fault, [store.merchant_id]);
      if (rowCount !== 1) throw new Error(`${name}: there was nothing to plant it in`);
      if ((await checkActs(client, own, [store])).length === 0) missed.push(name);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  return { found: Object.keys(faults).length - missed.length, missed };
}
