import type { Timestamp } from '../../core/clock.ts';
import { normalEmail } from '../../core/email.ts';
import { newId } from '../../core/ids.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { openMerchant } from '../merchant/open-merchant.ts';
import { insertUser } from './queries.ts';
import { refuseRegistration } from './registration.ts';

export interface Registration {
  email: string;
  password_hash: string;
  name: string;
  phone?: string;
  merchant_name?: string;
  currency?: string;
  timezone?: string;
}

type Openness = Parameters<typeof refuseRegistration>[1];

/**
 * Creates a user with a merchant.
 * @throws AppError DUPLICATE if the e-mail is registered, FORBIDDEN if registration is closed
 */
export async function registerUser(
  tx: Transaction,
  registration: Registration,
  now: Timestamp,
  openness: Openness = 'open',
): Promise<{ user_id: string; email: string; name: string }> {
  await refuseRegistration(tx, openness);
  const user = { id: newId(), email: normalEmail(registration.email), name: registration.name.trim() };
  const merchant_id = newId();
  await insertUser(
    tx,
    { ...user, phone: registration.phone ?? null, password_hash: registration.password_hash, home_merchant_id: merchant_id },
    now,
  );
  await tx.withTenant(merchant_id, (own) =>
    openMerchant(
      own,
      {
        owner_id: user.id,
        name: registration.merchant_name?.trim() || shopOf(user.name),
        currency: registration.currency ?? 'USD',
        timezone: registration.timezone ?? 'UTC',
      },
      now,
    ),
  );
  return { user_id: user.id, email: user.email, name: user.name };
}

/** The default name of a merchant. Cut, because a merchant's name has at most 200 characters. */
const shopOf = (name: string): string => `${Array.from(name).slice(0, 190).join('')}’s shop`;
