import type { Handle } from '../../platform/database/handle.ts';
import { findCustomer, listExistingIds } from './queries.ts';

/** The ids of these customers that exist and are not deleted. */
export async function listExistingCustomers(db: Handle, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await listExistingIds(db, ids)).map(({ id }) => id));
}

/** The points of a customer; 0 if the customer is unknown or deleted. */
export const findPoints = async (db: Handle, id: string): Promise<bigint> => (await findCustomer(db, id))?.points ?? 0n;

/** The name of a customer; `undefined` if the customer is unknown or deleted. */
export const findCustomerName = async (db: Handle, id: string): Promise<string | undefined> =>
  (await findCustomer(db, id))?.name;
