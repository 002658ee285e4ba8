import { createHmac, randomBytes } from 'node:crypto';
import { addMs, type Timestamp } from '../../core/clock.ts';
import * as sealing from '../../core/seal.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delay of the retry after the first, the second, … failure; the last value repeats. */
const retries_ms = [
  2 * second,
  15 * second,
  minute,
  5 * minute,
  20 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
];
/** How long a delivery is retried, counted from its first attempt. An earlier pause of the endpoint does not count. */
const tried_for_ms = 72 * hour;

/** After this many failures in a row an endpoint is only probed, at these intervals. */
const failures_to_open = 5;
const probes_ms = [5 * second, 15 * second, 30 * second, minute, 2 * minute, 5 * minute, 10 * minute];

/** Adds up to a fifth, so that endpoints that failed at the same time are not retried at the same time. */
const withJitter = (ms: number, chance: number): number => Math.round(ms * (1 + chance / 5));

const intervalAt = (steps: readonly number[], index: number): number => steps[Math.min(index, steps.length - 1)] ?? 0;

export interface Failure {
  /** Including the one that just failed. */
  attempts: number;
  first_attempt_at: Timestamp;
  now: Timestamp;
  /** Random, from 0 to 1. */
  chance: number;
}

/** When to retry a delivery; `null` after three days. */
export function nextAttempt({ attempts, first_attempt_at, now, chance }: Failure): Timestamp | null {
  const next = addMs(now, withJitter(intervalAt(retries_ms, attempts - 1), chance));
  return Date.parse(next) > Date.parse(first_attempt_at) + tried_for_ms ? null : next;
}

/** When to probe an endpoint after this many failures in a row; `null` while deliveries to it continue. */
export const nextProbe = (failures: number, now: Timestamp, chance: number): Timestamp | null =>
  failures < failures_to_open
    ? null
    : addMs(now, withJitter(intervalAt(probes_ms, failures - failures_to_open), chance));

export type Circuit = 'closed' | 'open';

/** Open: the endpoint is only probed, until it answers with 2xx again. */
export const circuitOf = (failures: number): Circuit => (failures < failures_to_open ? 'closed' : 'open');

/** How long the old secret also signs. */
export const old_secret_ms = 24 * hour;

/** Longer than an attempt can take, so that no other process delivers to the endpoint meanwhile. */
export const lease_ms = 15 * second;

/** How long finished deliveries are kept. */
export const deliveries_kept_ms = 30 * 24 * hour;

export const testType = 'webhook.test';

/** Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */

const prefix = 'whsec_';

export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** The signed content: a retry has the same id. */
export interface Message {
  id: string;
  timestamp_s: number;
  body: string;
}

/** One signature for each valid secret. */
export const signaturesOf = ({ id, timestamp_s, body }: Message, secrets: readonly string[]): string =>
  secrets
    .map((secret) =>
      createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64')).update(`${id}.${timestamp_s}.${body}`),
    )
    .map((signature) => `v1,${signature.digest('base64')}`)
    .join(' ');

const purpose = 'webhook secrets';

/** @param context with another context it cannot be decrypted */
export const seal = (secret: string, service_secret: string, context: string): string =>
  sealing.seal(secret, { service_secret, purpose, record: context });

/** @throws Error if the service's secret has changed since */
export const unseal = (sealed: string, service_secret: string, context: string): string =>
  sealing.unseal(sealed, { service_secret, purpose, record: context });
