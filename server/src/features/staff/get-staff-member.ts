import type { Branches } from '../../core/branches.ts';
import { notFound } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findStaffMember, type StaffMemberRow } from './queries.ts';
import { worksWithin } from './rules.ts';

/**
 * A member of the staff, current or former.
 * @param limit the branches that the reader is limited to: members of other branches are not found
 * @throws AppError NOT_FOUND
 */
export async function getStaffMember(db: Handle, user_id: string, limit: Branches = null): Promise<StaffMemberRow> {
  const row = await findStaffMember(db, user_id);
  if (row === undefined || !worksWithin(limit, row.branch_ids)) throw notFound('Member of the staff');
  return row;
}
