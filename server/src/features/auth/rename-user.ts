import type { Timestamp } from '../../core/clock.ts';
import { forbidden } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { getUser, updateUserName } from './queries.ts';

/** @returns whether that was another name @throws AppError FORBIDDEN when the person's home is another merchant: theirs is the only name they have, everywhere */
export async function renameUser(tx: Transaction, user: { id: string; name: string }, now: Timestamp): Promise<boolean> {
  const { home_merchant_id, name: present } = await getUser(tx, user.id);
  const name = user.name.trim();
  if (name === present) return false;
  if (home_merchant_id !== tx.merchant_id) {
    const message = 'belongs to an account that this merchant did not make';
    throw forbidden('This person’s name cannot be changed here', [{ field: 'name', message }]);
  }
  await updateUserName(tx, { id: user.id, name }, now);
  return true;
}
