import type { Timestamp } from '../../../core/clock.ts';
import { normalEmail } from '../../../core/email.ts';
import { forbidden, invalidState } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { blankToNull } from '../../../core/texts.ts';
import type { Handle, Transaction } from '../../../platform/database/handle.ts';
import { createMerchant } from '../../merchant/create-merchant.ts';
import {
  getPerson,
  hasUsers,
  insertPerson,
  insertUser,
  insertUserIfNew,
  lockRegistration,
  type NewUser,
  updateAccount,
  updateUserName,
} from '../queries.ts';

export interface Registration {
  email: string;
  password_hash: string;
  name: string;
  phone?: string;
  merchant_name?: string;
  currency?: string;
  timezone?: string;
}

/** Who may register: everyone, only the first user of the service, or no user. */
type RegistrationMode = 'open' | 'first' | 'closed';

/**
 * Creates a user with a merchant.
 * @throws AppError DUPLICATE if the e-mail is registered, FORBIDDEN if registration is closed
 */
export async function registerUser(
  tx: Transaction,
  registration: Registration,
  now: Timestamp,
  mode: RegistrationMode = 'open',
): Promise<{ user_id: string; email: string; name: string }> {
  await requireRegistration(tx, mode);
  const user = { id: newId(), email: normalEmail(registration.email), name: registration.name.trim() };
  const merchant_id = newId();
  await insertUser(
    tx,
    {
      ...user,
      phone: blankToNull(registration.phone ?? null),
      password_hash: registration.password_hash,
      home_merchant_id: merchant_id,
    },
    now,
  );
  await tx.withTenant(merchant_id, (own) =>
    createMerchant(
      own,
      {
        owner_id: user.id,
        name: registration.merchant_name?.trim() || defaultMerchantName(user.name),
        currency: registration.currency ?? 'USD',
        timezone: registration.timezone ?? 'UTC',
      },
      now,
    ),
  );
  return { user_id: user.id, email: user.email, name: user.name };
}

/** The default name of a merchant. Cut, because a merchant's name has at most 200 characters. */
const defaultMerchantName = (name: string): string => `${Array.from(name).slice(0, 190).join('')}’s shop`;

/** The mode that applies now: `first` becomes `closed` once there is a user. */
export const registrationNow = async (global: Handle, mode: RegistrationMode): Promise<RegistrationMode> =>
  mode === 'first' && (await hasUsers(global)) ? 'closed' : mode;

export const registrationClosed = () =>
  forbidden('Registration is closed: ask an owner of your shop for an invitation');

/** Of two concurrent first registrations, the second is rejected. @throws AppError FORBIDDEN */
async function requireRegistration(tx: Transaction, mode: RegistrationMode): Promise<void> {
  if (mode === 'open') return;
  if (mode === 'first') await lockRegistration(tx);
  if ((await registrationNow(tx, mode)) === 'closed') throw registrationClosed();
}

/**
 * Creates an account for a new member of this merchant, which becomes the account's home.
 * @returns false if the address already has an account
 */
export async function addUser(
  tx: Transaction,
  person: Omit<NewUser, 'home_merchant_id'>,
  now: Timestamp,
): Promise<boolean> {
  return (await insertUserIfNew(tx, { ...person, home_merchant_id: tx.merchant_id }, now)) === 1;
}

/** Adds a user without an account for a new member of this merchant. */
export async function addPerson(
  tx: Transaction,
  person: { id: string; name: string; phone: string | null },
  now: Timestamp,
): Promise<void> {
  await insertPerson(tx, person, now);
}

interface NewAccount {
  id: string;
  email: string;
  password_hash: string;
  /** The name that the user chose. */
  name: string | undefined;
}

/**
 * Gives an account to a user without one.
 * @throws AppError DUPLICATE if the address has an account, INVALID_STATE if the user has one
 */
export async function giveAccount(tx: Transaction, { name, ...account }: NewAccount, now: Timestamp): Promise<void> {
  if ((await updateAccount(tx, account, now)) === 0) throw invalidState('This person has an account already');
  if (name !== undefined) await updateUserName(tx, { id: account.id, name: name.trim() }, now);
}

/**
 * @returns whether the name changed
 * @throws AppError FORBIDDEN if the user's home is another merchant, because a user has the same name at all merchants
 */
export async function renameUser(
  tx: Transaction,
  user: { id: string; name: string },
  now: Timestamp,
): Promise<boolean> {
  const { home_merchant_id, name: current_name } = await getPerson(tx, user.id);
  const name = user.name.trim();
  if (name === current_name) return false;
  if (home_merchant_id !== tx.merchant_id) {
    const message = 'belongs to an account that this merchant did not make';
    throw forbidden('This person’s name cannot be changed here', [{ field: 'name', message }]);
  }
  await updateUserName(tx, { id: user.id, name }, now);
  return true;
}
