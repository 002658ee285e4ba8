import type { Timestamp } from '../../core/clock.ts';
import { unseal } from '../../core/seal.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findTotpFactor, takeStep, useRecoveryCode } from './queries.ts';
import { hashOfRecoveryCode, stepOfCode } from './rules.ts';

export interface FactorOwner {
  user_id: string;
  /** The service's own, with which the secret is sealed. */
  service_secret: string;
}

/** @param place the account: moved to another one, the secret cannot be opened */
export const bindingOf = ({ user_id, service_secret }: FactorOwner) => ({ service_secret, purpose: 'totp secrets', place: user_id });

export const hasTotp = async (global: Handle, user_id: string): Promise<boolean> =>
  ((await findTotpFactor(global, user_id))?.confirmed_at ?? null) !== null;

/**
 * Whether a code of the authenticator app, or a recovery code, is right; it is used up then. Of two requests with the same code one is told so.
 */
export async function useCode(global: Handle, owner: FactorOwner, code: string, now: Timestamp): Promise<boolean> {
  const { user_id } = owner;
  const factor = await findTotpFactor(global, user_id);
  if (factor === undefined || factor.confirmed_at === null) return false;
  const step = stepOfCode(unseal(factor.secret, bindingOf(owner)), code, now);
  if (step !== undefined) return (await takeStep(global, { user_id, secret: factor.secret, step })) === 1;
  return (await useRecoveryCode(global, { user_id, code_hash: hashOfRecoveryCode(code) }, now)) === 1;
}
