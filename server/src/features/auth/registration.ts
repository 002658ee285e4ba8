import { forbidden } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { hasUsers, lockRegistration } from './registration-queries.ts';

type Registration = 'open' | 'first' | 'closed';

/** The current state: `first` becomes `closed` once there is a user. */
export const canRegister = async (global: Handle, registration: Registration): Promise<Registration> =>
  registration === 'first' && (await hasUsers(global)) ? 'closed' : registration;

/** Of two concurrent first registrations, the second is rejected. @throws AppError FORBIDDEN */
export async function refuseRegistration(tx: Transaction, registration: Registration): Promise<void> {
  if (registration === 'open') return;
  if (registration === 'first') await lockRegistration(tx);
  if ((await canRegister(tx, registration)) === 'closed')
    throw forbidden('Registration is closed: ask an owner of your shop for an invitation');
}
