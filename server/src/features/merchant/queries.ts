import { sql } from 'kysely';
import type { Handle, Transaction } from '../../db/handle.ts';
import { build } from '../../db/statement.ts';
import type { Actor, Merchant } from '../../kernel/actor.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import type { Role } from '../../kernel/permissions.ts';

type MemberRow = Merchant & { user_id: string; user_name: string; role: Role; branch_id: string | null };

/** Somebody's place at the merchant, with its settings; `undefined` when they have none, or no longer. */
export async function findMember(db: Handle, user_id: string): Promise<Omit<Actor, 'session_id'> | undefined> {
  const row = await db.first(sql<MemberRow>`
    select s.user_id, u.name as user_name, s.role, s.branch_id, m.id, m.name, m.currency, m.timezone, m.tax_mode, m.tax_rate_ppm, m.loyalty_rate_ppm,
      m.silver_from, m.gold_from, m.platinum_from, m.allow_negative_stock, m.price_override_roles, m.cashier_refund_limit
    from memberships s join merchants m on m.id = s.merchant_id join users u on u.id = s.user_id
    where s.merchant_id = ${db.merchant_id} and s.user_id = ${user_id} and s.deactivated_at is null`);
  if (row === undefined) return undefined;
  const { role, branch_id, user_id: _, user_name, ...merchant } = row;
  return { user_id, name: user_name, role, branch_id, merchant };
}

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
  tx.run(build.insertInto('branches').values({ ...branch, merchant_id: tx.merchant_id, created_at: now, updated_at: now }));

export interface NewWarehouse {
  id: string;
  branch_id: string;
  name: string;
  is_default: boolean;
}

export const insertWarehouse = (tx: Transaction, warehouse: NewWarehouse, now: Timestamp): Promise<number> =>
  tx.run(build.insertInto('warehouses').values({ ...warehouse, merchant_id: tx.merchant_id, created_at: now, updated_at: now }));

export interface NewMembership {
  user_id: string;
  role: Role;
  branch_id: string | null;
}

export const insertMembership = (tx: Transaction, member: NewMembership, now: Timestamp): Promise<number> =>
  tx.run(build.insertInto('memberships').values({ ...member, merchant_id: tx.merchant_id, created_at: now, updated_at: now }));

export interface Place {
  branch_id: string;
  warehouse_id: string;
  /** The branch's own zone, or the merchant's. */
  timezone: string;
}

/** Where a sale of this branch happens; without one, of the default branch. */
export const findPlace = (db: Handle, branch_id: string | null): Promise<Place | undefined> =>
  db.first(sql<Place>`
    select b.id as branch_id, w.id as warehouse_id, coalesce(b.timezone, m.timezone) as timezone
    from branches b
    join merchants m on m.id = b.merchant_id
    join warehouses w on w.merchant_id = b.merchant_id and w.branch_id = b.id and w.is_default
    where b.merchant_id = ${db.merchant_id}
      and (b.id = ${branch_id}::uuid or (${branch_id}::uuid is null and b.is_default))`);
