import { forbidden } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { hasUsers, lockRegistration } from './registration-queries.ts';

type Registration = 'open' | 'first' | 'closed';

/** As it is at this moment: where only the first may register, it is closed once somebody has. */
export const canRegister = async (global: Handle, registration: Registration): Promise<Registration> =>
  registration === 'first' && (await hasUsers(global)) ? 'closed' : registration;

/** Of two first people at once the second finds it closed. @throws AppError FORBIDDEN */
export async function refuseRegistration(tx: Transaction, registration: Registration): Promise<void> {
  if (registration === 'open') return;
  if (registration === 'first') await lockRegistration(tx);
  if ((await canRegister(tx, registration)) === 'closed')
    throw forbidden('Registration is closed: ask an owner of your shop for an invitation');
}
