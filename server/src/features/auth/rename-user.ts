import type { Timestamp } from '../../core/clock.ts';
import { forbidden } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { getUser, updateUserName } from './queries.ts';

/**
 * @returns whether the name changed
 * @throws AppError FORBIDDEN if the user's home is another merchant: a user has one name at all merchants
 */
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
