import type { Session } from '../../../session/session.tsx';

type User = Pick<Session, 'user' | 'may'>;

/** A user with access to all branches may add one. */
export const mayAddBranch = ({ user, may }: User): boolean => may('places:write') && user.branch_ids === null;

/** A user limited to branches may edit those. */
export const mayEditBranch = ({ user, may }: User, id: string): boolean =>
  may('places:write') && (user.branch_ids === null || user.branch_ids.includes(id));

/** The default branch first, the others in their order. */
export const defaultFirst = <Branch extends { is_default: boolean }>(branches: readonly Branch[]): Branch[] =>
  branches.toSorted((one, other) => Number(other.is_default) - Number(one.is_default));

interface WarehouseFields {
  name: string;
  branch_id: string;
  is_default: boolean;
}

/**
 * The submitted fields of a warehouse. The default warehouse stays the default until another one replaces it. Its
 * checkbox is disabled and therefore not in the form data.
 */
export const warehouseFrom = (
  { name = '', branch_id, is_default }: Readonly<Record<string, string>>,
  { before, own_branch_id }: { before: Pick<WarehouseFields, 'is_default'>; own_branch_id: string },
): WarehouseFields => ({
  name: name.trim(),
  branch_id: branch_id ?? own_branch_id,
  is_default: before.is_default || is_default !== undefined,
});
