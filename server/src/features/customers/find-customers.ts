import type { Handle } from '../../platform/database/handle.ts';
import { findCustomer, listLivingIds } from './queries.ts';

/** Which of these are living customers. */
export async function listLivingCustomers(db: Handle, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await listLivingIds(db, ids)).map(({ id }) => id));
}

/** The points of a living customer; 0 for any other. */
export const findPoints = async (db: Handle, id: string): Promise<bigint> => (await findCustomer(db, id))?.points ?? 0n;

/** The name of a living customer. */
export const findCustomerName = async (db: Handle, id: string): Promise<string | undefined> =>
  (await findCustomer(db, id))?.name;
