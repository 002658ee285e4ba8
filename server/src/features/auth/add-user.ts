import type { Timestamp } from '../../core/clock.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { insertUserIfNew, type NewUser } from './queries.ts';

/** An account for a person who is to work for this merchant, which becomes their home. @returns false if the address has an account */
export async function addUser(tx: Transaction, person: Omit<NewUser, 'home_merchant_id'>, now: Timestamp): Promise<boolean> {
  return (await insertUserIfNew(tx, { ...person, home_merchant_id: tx.merchant_id }, now)) === 1;
}
