import { type Environment, wholeNumber } from './environment.ts';

/** The shares of one merchant, user or address. */
export interface LimitSettings {
  /** Imports, exports and other work on files. */
  readonly heavy_works: number;
  /** Queued exports; further ones are rejected. */
  readonly queued_exports: number;
  /** Requests that run; further ones wait. */
  readonly requests: number;
  /** Requests that wait; further ones are rejected. */
  readonly waiting_requests: number;
  /** Requests about a user's own account that run, and that wait behind them. */
  readonly person_requests: number;
  readonly person_waiting_requests: number;
  /** Requests of one address to one route without sign-in that run, and that wait behind them. */
  readonly address_requests: number;
  readonly address_waiting_requests: number;
  /** How long a request waits for its share, in milliseconds, before it is rejected. */
  readonly wait_ms: number;
  /** Connections of the pool. */
  readonly connections: number;
  /** New accounts in an hour for a network address; 0 is unlimited. */
  readonly sign_ups_per_hour: number;
}

/** Two fifths, so that two merchants at full speed leave connections to the others. */
const connectionsOf = (pool_size: number) => Math.max(1, Math.floor((pool_size * 2) / 5));

/** @throws Error naming the variable that cannot be used, and why */
export const readLimits = (env: Environment, { pool_size }: { pool_size: number }): LimitSettings => ({
  heavy_works: wholeNumber(env, 'MERCHANT_HEAVY_WORKS', { fallback: 2, least: 1, most: 100 }),
  queued_exports: wholeNumber(env, 'MERCHANT_QUEUED_EXPORTS', { fallback: 20, least: 1, most: 1_000 }),
  requests: wholeNumber(env, 'MERCHANT_REQUESTS', { fallback: 32, least: 1, most: 1_000 }),
  waiting_requests: wholeNumber(env, 'MERCHANT_WAITING_REQUESTS', { fallback: 100, least: 0, most: 10_000 }),
  person_requests: wholeNumber(env, 'PERSON_REQUESTS', { fallback: 4, least: 1, most: 1_000 }),
  person_waiting_requests: wholeNumber(env, 'PERSON_WAITING_REQUESTS', { fallback: 20, least: 0, most: 10_000 }),
  address_requests: wholeNumber(env, 'ADDRESS_REQUESTS', { fallback: 8, least: 1, most: 1_000 }),
  address_waiting_requests: wholeNumber(env, 'ADDRESS_WAITING_REQUESTS', { fallback: 200, least: 0, most: 10_000 }),
  wait_ms: 1_000 * wholeNumber(env, 'MERCHANT_WAIT_SECONDS', { fallback: 10, least: 1, most: 600 }),
  connections: wholeNumber(env, 'MERCHANT_CONNECTIONS', { fallback: connectionsOf(pool_size), least: 1, most: 200 }),
  sign_ups_per_hour: wholeNumber(env, 'SIGN_UPS_PER_HOUR', { fallback: 10, least: 0, most: 1_000_000 }),
});
