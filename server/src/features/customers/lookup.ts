import type { Handle } from '../../db/handle.ts';
import { listLivingIds } from './queries.ts';

/** What other rooms may ask this one. */

/** Which of these are living customers. */
export async function listLivingCustomers(db: Handle, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await listLivingIds(db, ids)).map(({ id }) => id));
}
