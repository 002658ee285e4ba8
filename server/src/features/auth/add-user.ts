import type { Timestamp } from '../../core/clock.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { insertUserIfNew, type NewUser } from './queries.ts';

/**
 * Creates an account for a new member of this merchant, which becomes the account's home.
 * @returns false if the address already has an account
 */
export async function addUser(tx: Transaction, person: Omit<NewUser, 'home_merchant_id'>, now: Timestamp): Promise<boolean> {
  return (await insertUserIfNew(tx, { ...person, home_merchant_id: tx.merchant_id }, now)) === 1;
}
