import type { Handle } from '../../platform/database/handle.ts';
import * as queries from './queries.ts';

/**
 * Branch, default warehouse and time zone of a sale; those of the default branch without an id. `undefined` for an
 * unknown branch.
 */
export const findLocation = async (
  db: Handle,
  branch_id: string | null,
): Promise<queries.SellingLocation | undefined> => (await findLocations(db, [branch_id]))(branch_id);

/** Like `findLocation`, for several sales. */
export async function findLocations(
  db: Handle,
  branch_ids: readonly (string | null)[],
): Promise<(branch_id: string | null) => queries.SellingLocation | undefined> {
  const locations = await queries.listLocations(db, [...new Set(branch_ids)]);
  return (id) => locations.find(({ branch_id, is_default }) => (id === null ? is_default : branch_id === id));
}

/** The ids among these that are branches of the merchant. */
export const listBranchesAmong = async (db: Handle, branch_ids: readonly string[]): Promise<Set<string>> =>
  new Set((await queries.listBranchesAmong(db, branch_ids)).map(({ id }) => id));

/** A branch that is known to exist. */
export async function getBranch(db: Handle, branch_id: string): Promise<queries.BranchRow> {
  const branch = await queries.findBranch(db, branch_id);
  if (branch === undefined) throw new Error('a sale is in a branch of its merchant');
  return branch;
}
