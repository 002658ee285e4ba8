import { sql } from 'kysely';
import type { Handle } from '../../db/handle.ts';
import { build } from '../../db/statement.ts';
import type { Branches } from '../../kernel/branches.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import type { Role } from '../../kernel/permissions.ts';

export interface ColleagueRow {
  id: string;
  email: string;
  name: string;
  phone: string | null;
  role: Role;
  branch_id: string | null;
  branch_ids: Branches;
  deactivated_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

const members = (db: Handle) =>
  build.selectFrom('memberships as m').innerJoin('users as u', 'u.id', 'm.user_id').where('m.merchant_id', '=', db.merchant_id);

type Members = ReturnType<typeof members>;

const colleagues = (from: Members) =>
  from
    .select(['m.user_id as id', 'u.email', 'u.name', 'm.role', 'm.branch_id', 'm.deactivated_at', 'm.created_at', 'm.updated_at'])
    .select(
      sql<Branches>`(
        select array_agg(b.branch_id order by b.branch_id) from member_branches b
        where b.merchant_id = m.merchant_id and b.user_id = m.user_id)`.as('branch_ids'),
    )
    // A number that somebody gave to another merchant is not ours to read.
    .select(sql<string | null>`case when u.home_merchant_id = m.merchant_id then u.phone end`.as('phone'))
    .$castTo<ColleagueRow>();

export const findColleague = (db: Handle, user_id: string): Promise<ColleagueRow | undefined> =>
  db.first(colleagues(members(db).where('m.user_id', '=', user_id)));

interface StaffFilter {
  role?: Role;
  status?: 'active' | 'inactive';
  /** As a pattern: lower case, wildcards around. */
  pattern?: string;
}

const keys = {
  name: { column: sql.ref('u.name'), type: 'text' },
  email: { column: sql.ref('u.email'), type: 'text' },
  role: { column: sql.ref('m.role'), type: 'text' },
  created_at: { column: sql.ref('m.created_at'), type: 'timestamptz' },
  id: { column: sql.ref('m.user_id'), type: 'uuid' },
} as const;

export const staffList = (db: Handle, { role, status, pattern }: StaffFilter) => {
  let from = members(db);
  if (role !== undefined) from = from.where('m.role', '=', role);
  if (status !== undefined) from = from.where('m.deactivated_at', status === 'active' ? 'is' : 'is not', null);
  if (pattern !== undefined) from = from.where(sql<boolean>`(lower(u.name) like ${pattern} or u.email like ${pattern})`);
  return { rows: colleagues(from), count: from.select(sql<bigint>`count(*)`.as('total')), keys };
};
