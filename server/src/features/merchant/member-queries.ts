import { type RawBuilder, sql } from 'kysely';
import type { Actor, Merchant } from '../../core/actor.ts';
import type { Branches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Role } from '../../core/permissions.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { build } from '../../platform/database/statement.ts';

type MemberRow = Merchant & {
  user_id: string;
  user_name: string;
  role: Role;
  branch_id: string | null;
  branch_ids: Branches;
};

/** The branches that a membership is limited to, ordered by id; `null` if it is not limited. */
const branchesOf = (membership: string): RawBuilder<Branches> => sql<Branches>`(
  select array_agg(branch_id order by branch_id) from member_branches b
  where b.merchant_id = ${sql.ref(`${membership}.merchant_id`)} and b.user_id = ${sql.ref(`${membership}.user_id`)})`;

/** A current membership with the merchant's settings; `undefined` if there is none, or it has ended. */
export async function findMember(
  db: Handle,
  user_id: string,
): Promise<Omit<Actor, 'session_id' | 'address'> | undefined> {
  const row = await db.first(sql<MemberRow>`
    select s.user_id, u.name as user_name, s.role, s.branch_id, ${branchesOf('s')} as branch_ids, m.id, m.name, m.currency, m.timezone, m.tax_mode,
      m.tax_rate_ppm, m.loyalty_rate_ppm, m.point_value_ppm, m.cash_rounding, m.silver_from, m.gold_from, m.platinum_from, m.allow_negative_stock, m.allow_custom_items, m.price_override_roles, m.cashier_refund_limit,
      m.owner_max_discount_ppm, m.manager_max_discount_ppm, m.cashier_max_discount_ppm,
      m.owner_max_backdate_days, m.manager_max_backdate_days, m.cashier_max_backdate_days, m.refund_to_original_method, m.require_totp_roles, m.approval_rules, m.approval_minutes
    from memberships s join merchants m on m.id = s.merchant_id join users u on u.id = s.user_id
    where s.merchant_id = ${db.merchant_id} and s.user_id = ${user_id} and s.deactivated_at is null`);
  if (row === undefined) return undefined;
  const { role, branch_id, branch_ids, user_id: _, user_name, ...merchant } = row;
  return { user_id, name: user_name, role, branch_id, branch_ids, merchant };
}

export interface NewMembership {
  user_id: string;
  role: Role;
  branch_id: string | null;
  branch_ids: Branches;
}

export const insertMembership = (
  tx: Transaction,
  member: Omit<NewMembership, 'branch_ids'>,
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build
      .insertInto('memberships')
      .values({ ...member, merchant_id: tx.merchant_id, created_at: now, updated_at: now }),
  );

export interface MembershipRow {
  user_id: string;
  role: Role;
  branch_id: string | null;
  branch_ids: Branches;
  deactivated_at: Timestamp | null;
}

/** A membership, current or former. */
export const findMembership = (db: Handle, user_id: string): Promise<MembershipRow | undefined> =>
  db.first(
    build
      .selectFrom('memberships')
      .select(['user_id', 'role', 'branch_id', 'deactivated_at'])
      .select(branchesOf('memberships').as('branch_ids'))
      .where('merchant_id', '=', db.merchant_id)
      .where('user_id', '=', user_id)
      .$castTo<MembershipRow>(),
  );

export const updateMembership = (
  tx: Transaction,
  { user_id, ...changed }: Omit<MembershipRow, 'branch_ids'>,
  now: Timestamp,
): Promise<number> =>
  tx.run(
    build
      .updateTable('memberships')
      .set({ ...changed, updated_at: now })
      .where('merchant_id', '=', tx.merchant_id)
      .where('user_id', '=', user_id),
  );

export const deleteMemberBranches = (tx: Transaction, user_id: string): Promise<number> =>
  tx.run(build.deleteFrom('member_branches').where('merchant_id', '=', tx.merchant_id).where('user_id', '=', user_id));

export const insertMemberBranches = (
  tx: Transaction,
  user_id: string,
  branch_ids: readonly string[],
): Promise<number> =>
  tx.run(sql`
    insert into member_branches (merchant_id, user_id, branch_id)
    select ${tx.merchant_id}::uuid, ${user_id}::uuid, branch_id from unnest(${[...branch_ids]}::uuid[]) as branch_id`);

export const hasOwner = async (tx: Transaction): Promise<boolean> =>
  (
    await tx.one(sql<{ found: boolean }>`
      select exists (
        select from memberships where merchant_id = ${tx.merchant_id} and role = 'owner' and deactivated_at is null
      ) as found`)
  ).found;
