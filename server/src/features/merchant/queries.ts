import { sql } from 'kysely';
import type { Timestamp } from '../../core/clock.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build, sortName } from '../../platform/database/statement.ts';
import type { MerchantSettings } from './rules.ts';

export interface MerchantRow extends MerchantSettings {
  created_at: Timestamp;
  updated_at: Timestamp;
}

const settings = [
  'id',
  'name',
  'currency',
  'timezone',
  'tax_mode',
  'tax_rate_ppm',
  'loyalty_rate_ppm',
  'point_value_ppm',
  'cash_rounding',
  'silver_from',
  'gold_from',
  'platinum_from',
  'allow_negative_stock',
  'allow_custom_items',
  'price_override_roles',
  'cashier_refund_limit',
  'owner_max_discount_ppm',
  'manager_max_discount_ppm',
  'cashier_max_discount_ppm',
  'owner_max_backdate_days',
  'manager_max_backdate_days',
  'cashier_max_backdate_days',
  'refund_to_original_method',
  'require_totp_roles',
  'tax_number',
  'address',
  'phone',
  'receipt_footer',
  'payment_methods',
  'approval_rules',
  'approval_minutes',
] as const;

export const getMerchant = (db: Handle): Promise<MerchantRow> =>
  db.one(
    build
      .selectFrom('merchants')
      .select([...settings, 'created_at', 'updated_at'])
      .where('id', '=', db.merchant_id)
      .$castTo<MerchantRow>(),
  );

/**
 * Serialises changes of the merchant's settings, locations and staff, so that rules over several rows hold. Sales do
 * not take this lock.
 */
export const lockMerchant = (tx: Transaction): Promise<{ id: string }> =>
  tx.one(sql<{ id: string }>`select id from merchants where id = ${tx.merchant_id} for no key update`);

/** Like `lockMerchant`. Also waits for transactions that add rows to the merchant, and blocks further ones. */
export const lockMerchantAlone = (tx: Transaction): Promise<{ id: string }> =>
  tx.one(sql<{ id: string }>`select id from merchants where id = ${tx.merchant_id} for update`);

/** Whether amounts in the merchant's currency are stored, also of deleted products. */
export const hasAmounts = async (tx: Transaction): Promise<boolean> =>
  (
    await tx.one(sql<{ found: boolean }>`
      select exists (select from products where merchant_id = ${tx.merchant_id})
        or exists (select from sales where merchant_id = ${tx.merchant_id})
        or exists (select from shifts where merchant_id = ${tx.merchant_id})
        or exists (select from registers where merchant_id = ${tx.merchant_id} and opening_float > 0) as found`)
  ).found;

export const updateMerchant = (tx: Transaction, merchant: MerchantSettings, now: Timestamp): Promise<number> => {
  const { id: _, ...changed } = merchant;
  return tx.run(
    build
      .updateTable('merchants')
      .set({ ...changed, approval_rules: JSON.stringify(changed.approval_rules), updated_at: now })
      .where('id', '=', tx.merchant_id),
  );
};

export interface NewMerchant {
  name: string;
  currency: string;
  timezone: string;
  silver_from: bigint;
  gold_from: bigint;
  platinum_from: bigint;
  price_override_roles: string[];
}

export const insertMerchant = (tx: Transaction, merchant: NewMerchant, now: Timestamp): Promise<number> =>
  tx.run(build.insertInto('merchants').values({ ...merchant, id: tx.merchant_id, created_at: now, updated_at: now }));

export interface NewBranch {
  id: string;
  name: string;
  address?: string | null;
  phone?: string | null;
  timezone?: string | null;
  is_default: boolean;
}

export const insertBranch = (tx: Transaction, branch: NewBranch, now: Timestamp): Promise<number> =>
  tx.run(
    build.insertInto('branches').values({ ...branch, merchant_id: tx.merchant_id, created_at: now, updated_at: now }),
  );

export interface NewWarehouse {
  id: string;
  branch_id: string;
  name: string;
  is_default: boolean;
}

export const insertWarehouse = (tx: Transaction, warehouse: NewWarehouse, now: Timestamp): Promise<number> =>
  tx.run(
    build
      .insertInto('warehouses')
      .values({ ...warehouse, merchant_id: tx.merchant_id, created_at: now, updated_at: now }),
  );

export interface SellingLocation {
  branch_id: string;
  warehouse_id: string;
  /** The branch's own time zone, or the merchant's. */
  timezone: string;
}

/** The selling locations of these branches; the default branch's for `null`. */
export const listLocations = (
  db: Handle,
  branch_ids: readonly (string | null)[],
): Promise<(SellingLocation & { is_default: boolean })[]> =>
  db.many(sql<SellingLocation & { is_default: boolean }>`
    select b.id as branch_id, w.id as warehouse_id, coalesce(b.timezone, m.timezone) as timezone, b.is_default
    from branches b
    join merchants m on m.id = b.merchant_id
    join warehouses w on w.merchant_id = b.merchant_id and w.branch_id = b.id and w.is_default
    where b.merchant_id = ${db.merchant_id}
      and (b.id = any(${[...branch_ids]}::uuid[]) or (${branch_ids.includes(null)}::boolean and b.is_default))`);

export interface BranchRow {
  id: string;
  name: string;
  address: string | null;
  phone: string | null;
  timezone: string | null;
  is_default: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

const branchColumns = ['id', 'name', 'address', 'phone', 'timezone', 'is_default', 'created_at', 'updated_at'] as const;

export const findBranch = (db: Handle, branch_id: string): Promise<BranchRow | undefined> =>
  db.first(
    build
      .selectFrom('branches')
      .select(branchColumns)
      .where('merchant_id', '=', db.merchant_id)
      .where('id', '=', branch_id),
  );

export const updateBranch = (
  tx: Transaction,
  {
    id,
    ...changed
  }: { id: string; name: string; address: string | null; phone: string | null; timezone: string | null },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build
      .updateTable('branches')
      .set({ ...changed, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id),
  );

export const listBranchesAmong = (db: Handle, branch_ids: readonly string[]): Promise<{ id: string }[]> =>
  db.many(
    sql<{
      id: string;
    }>`select id from branches where merchant_id = ${db.merchant_id} and id = any(${[...branch_ids]}::uuid[])`,
  );

const locationSortKeys = {
  name: { column: sortName('name'), type: 'text' },
  created_at: { column: sql.ref('created_at'), type: 'timestamptz' },
  id: { column: sql.ref('id'), type: 'uuid' },
} as const;

export const branchList = (db: Handle) => {
  const from = build.selectFrom('branches').where('merchant_id', '=', db.merchant_id);
  return {
    rows: from.select(branchColumns),
    count: from.select(sql<bigint>`count(*)`.as('total')),
    keys: locationSortKeys,
  };
};

export interface WarehouseRow {
  id: string;
  branch_id: string;
  name: string;
  is_default: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

const warehouseColumns = ['id', 'branch_id', 'name', 'is_default', 'created_at', 'updated_at'] as const;

export const findWarehouse = (db: Handle, warehouse_id: string): Promise<WarehouseRow | undefined> =>
  db.first(
    build
      .selectFrom('warehouses')
      .select(warehouseColumns)
      .where('merchant_id', '=', db.merchant_id)
      .where('id', '=', warehouse_id),
  );

export const updateWarehouse = (
  tx: Transaction,
  { id, ...changed }: { id: string; branch_id: string; name: string; is_default: boolean },
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build
      .updateTable('warehouses')
      .set({ ...changed, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('id', '=', id),
  );

/** Clears the default warehouse of a branch. The same transaction must set another. */
export const clearDefaultWarehouse = (tx: Transaction, branch_id: string, now: Timestamp): Promise<WarehouseRow[]> =>
  tx.many(
    build
      .updateTable('warehouses')
      .set({ is_default: false, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('branch_id', '=', branch_id)
      .where('is_default', '=', true)
      .returning(warehouseColumns),
  );

export const warehouseList = (db: Handle, filter: { branch_id?: string }) => {
  let from = build.selectFrom('warehouses').where('merchant_id', '=', db.merchant_id);
  if (filter.branch_id !== undefined) from = from.where('branch_id', '=', filter.branch_id);
  return {
    rows: from.select(warehouseColumns),
    count: from.select(sql<bigint>`count(*)`.as('total')),
    keys: locationSortKeys,
  };
};
