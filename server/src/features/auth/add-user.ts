import type { Transaction } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { normalEmail } from '../../kernel/email.ts';
import { newId } from '../../kernel/ids.ts';
import { findUserByEmail, insertUserIfNew } from './queries.ts';

interface NewColleague {
  email: string;
  name: string;
  phone?: string;
  password_hash: string;
}

/** An account for somebody who is to work for this merchant, whose home it becomes. Who has one keeps it as it is: name, password and home. */
export async function addUser(tx: Transaction, person: NewColleague, now: Timestamp): Promise<{ user_id: string; is_new: boolean }> {
  const id = newId();
  const email = normalEmail(person.email);
  const { name, phone = null, password_hash } = person;
  const added = await insertUserIfNew(tx, { id, email, name: name.trim(), phone, password_hash, home_merchant_id: tx.merchant_id }, now);
  if (added === 1) return { user_id: id, is_new: true };
  const user = await findUserByEmail(tx, email);
  if (user === undefined) throw new Error('an account was there and is gone');
  return { user_id: user.id, is_new: false };
}
