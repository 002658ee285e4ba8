import { sql } from 'kysely';
import type { Branches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import type { Role } from '../../core/permissions.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { build, sortName } from '../../platform/database/statement.ts';

export interface StaffMemberRow {
  id: string;
  /** Null for a member who signs in by PIN only. */
  email: string | null;
  name: string;
  phone: string | null;
  role: Role;
  branch_id: string | null;
  branch_ids: Branches;
  deactivated_at: Timestamp | null;
  /** When the link of an invited person expires; null for members. */
  invitation_expires_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Members of the merchant, and invited persons who are no members yet. Without the phone number of a user whose home is another merchant. */
const staffOf = (merchant_id: string) => sql<StaffMemberRow>`(
  select m.user_id as id, u.email, u.name, case when u.home_merchant_id = m.merchant_id then u.phone end as phone, m.role, m.branch_id,
    (select array_agg(b.branch_id order by b.branch_id) from member_branches b
      where b.merchant_id = m.merchant_id and b.user_id = m.user_id) as branch_ids,
    m.deactivated_at, null::timestamptz as invitation_expires_at, m.created_at, m.updated_at
  from memberships m join users u on u.id = m.user_id
  where m.merchant_id = ${merchant_id}
  union all
  select i.id, i.email, i.name, i.phone, i.role, i.branch_id, i.branch_ids, null::timestamptz, i.expires_at, i.created_at, i.updated_at
  from invitations i
  where i.merchant_id = ${merchant_id} and i.member_id is null
)`;

const staff = (db: Handle) => build.selectFrom(staffOf(db.merchant_id).as('p'));

export const findStaffMember = (db: Handle, id: string): Promise<StaffMemberRow | undefined> =>
  db.first(staff(db).selectAll().where('p.id', '=', id));

interface StaffFilter {
  role?: Role;
  status?: 'active' | 'inactive' | 'invited';
  /** As a LIKE pattern: lower case, with wildcards around it. */
  pattern?: string;
  /** Staff who work in one of these branches, or in all. */
  branches: Branches;
}

const keys = {
  name: { column: sortName('p.name'), type: 'text' },
  email: { column: sql<string>`coalesce(p.email, '')`, type: 'text' },
  role: { column: sql.ref('p.role'), type: 'text' },
  created_at: { column: sql.ref('p.created_at'), type: 'timestamptz' },
  id: { column: sql.ref('p.id'), type: 'uuid' },
} as const;

export const staffList = (db: Handle, { role, status, pattern, branches }: StaffFilter) => {
  let from = staff(db);
  if (branches !== null)
    from = from.where(sql<boolean>`(p.branch_ids is null or p.branch_ids && ${[...branches]}::uuid[])`);
  if (role !== undefined) from = from.where('p.role', '=', role);
  if (status !== undefined) {
    from = from
      .where('p.invitation_expires_at', status === 'invited' ? 'is not' : 'is', null)
      .where('p.deactivated_at', status === 'inactive' ? 'is not' : 'is', null);
  }
  if (pattern !== undefined)
    from = from.where(sql<boolean>`(lower(p.name) like ${pattern} or p.email like ${pattern})`);
  return { rows: from.selectAll(), count: from.select(sql<bigint>`count(*)`.as('total')), keys };
};
