import { type Environment, wholeNumber } from './environment.ts';

/** How guessing of passwords is slowed down. */
export interface SignInLimits {
  /** Failed attempts of one network address within 15 minutes, whatever the account; 0 turns this limit off. */
  readonly failures_per_address: number;
  /** Failed attempts at one account, all unknown devices together, after which each further one has to wait. */
  readonly delay_after: number;
  /** The longest wait in seconds; 0 turns the delay off. */
  readonly longest_delay_s: number;
}

export const readSignInLimits = (env: Environment): SignInLimits =>
  Object.freeze({
    failures_per_address: wholeNumber(env, 'SIGN_IN_FAILURES_PER_ADDRESS', { fallback: 30, least: 0, most: 1_000_000 }),
    delay_after: wholeNumber(env, 'SIGN_IN_DELAY_AFTER', { fallback: 10, least: 1, most: 1_000 }),
    longest_delay_s: wholeNumber(env, 'SIGN_IN_LONGEST_DELAY', { fallback: 900, least: 0, most: 86_400 }),
  });
