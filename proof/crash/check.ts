import type pg from 'pg';
import { serviceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { expectedOf } from './expected.ts';
import { differences, type Queryable } from './found.ts';
import type { OperationRecord, Store } from './operations.ts';

/**
 * Checks that the database has each acknowledged operation exactly once, with all its parts, and nothing else.
 * @returns the violations
 */
export async function checkOperations(
  db: Queryable,
  operations: readonly OperationRecord[],
  stores: readonly Store[],
): Promise<string[]> {
  const violations = operations
    .filter(({ refused }) => refused !== undefined)
    .map(({ operation, refused }) => `${operation.name} was refused: ${refused}`);
  const byMerchant = Map.groupBy(operations, ({ operation }) => operation.merchant_id);
  for (const store of stores) {
    const own = byMerchant.get(store.merchant_id) ?? [];
    violations.push(...(await differences(db, store.merchant_id, expectedOf(own, store))));
  }
  return violations;
}

/** The broken invariants of one merchant. Row security limits the queries to its rows, so the cost does not grow with the number of merchants. */
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

/** Statements that damage one record as a crash could: lost, duplicated or incomplete. */
const faults: Record<string, string> = {
  'a lost sale': `delete from sales where merchant_id = $1 and id = (select min(id::text)::uuid from sales where merchant_id = $1)`,
  'a duplicated sale': `insert into sales select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'code', 'twice'))).*
    from sales s where merchant_id = $1 limit 1`,
  'a lost movement': `delete from stock_movements where ctid = (select ctid from stock_movements where merchant_id = $1 and type = 'sale' limit 1)`,
  'a lost payment': `delete from sale_payments where ctid = (select ctid from sale_payments where merchant_id = $1 limit 1)`,
  'lost points': `delete from points_entries where ctid = (select ctid from points_entries where merchant_id = $1 and type = 'earned' limit 1)`,
  'a sale missing from the roll-ups': `update sales_rollups set sales = sales - 1 where ctid = (select ctid from sales_rollups where merchant_id = $1 and sales > 0 limit 1)`,
  'a lost event': `delete from events where ctid = (select ctid from events where merchant_id = $1 and type = 'sale.completed' limit 1)`,
  'a lost idempotency key': `delete from idempotency_keys where ctid = (select ctid from idempotency_keys where merchant_id = $1 and key like 'key op-%' limit 1)`,
  'a duplicated adjustment': `insert into stock_movements select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid()))).*
    from stock_movements m where merchant_id = $1 and type = 'addition' and reason like 'op-%' limit 1`,
  'half of a transfer': `delete from stock_movements where ctid = (select ctid from stock_movements where merchant_id = $1 and type = 'transfer_in' limit 1)`,
  'an approval that was used and can be used again': `update approvals set state = 'approved', consumed_at = null
    where ctid = (select ctid from approvals where merchant_id = $1 and state = 'consumed' limit 1)`,
  'a lost row of an import': `delete from products where ctid = (select ctid from products where merchant_id = $1 and sku like 'op-%' limit 1)`,
  'a level with one unit too many': `update stock_levels set on_hand = on_hand + 1 where ctid = (select ctid from stock_levels where merchant_id = $1 and on_hand > 900000 limit 1)`,
};

/**
 * Plants each fault, runs the check, and rolls the fault back.
 * @returns the number of faults that the check found, and the names of those that it missed
 */
export async function findPlantedFaults(
  admin: pg.Pool,
  operations: readonly OperationRecord[],
  stores: readonly Store[],
): Promise<{ found: number; missed: string[] }> {
  const missed: string[] = [];
  const [store] = stores;
  if (store === undefined) throw new Error('there is no shop to plant a fault in');
  const own = operations.filter(({ operation }) => operation.merchant_id === store.merchant_id);
  for (const [name, fault] of Object.entries(faults)) {
    const client = await admin.connect();
    try {
      await client.query('begin');
      // Turns off foreign keys and triggers, which would reject the fault.
      await client.query('set local session_replication_role = replica');
      const { rowCount } = await client.query(fault, [store.merchant_id]);
      if (rowCount !== 1) throw new Error(`${name}: found no row to change`);
      if ((await checkOperations(client, own, [store])).length === 0) missed.push(name);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  return { found: Object.keys(faults).length - missed.length, missed };
}
