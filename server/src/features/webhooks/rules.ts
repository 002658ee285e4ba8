import type { Timestamp } from '../../core/clock.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after the first, the second, … failure a delivery is tried again; the last holds from there on. */
const retries_ms = [2 * second, 15 * second, minute, 5 * minute, 20 * minute, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour];
/** After its first attempt. Time in which nothing was tried, while the endpoint was paused, does not count before it. */
const tried_for_ms = 72 * hour;

/** So many failures of an endpoint, one after the other, and it is only probed, at these distances. */
const failures_to_open = 5;
const probes_ms = [5 * second, 15 * second, 30 * second, minute, 2 * minute, 5 * minute, 10 * minute];

/** Up to a fifth more, so that those who failed together do not come back together. */
const withJitter = (ms: number, chance: number): number => Math.round(ms * (1 + chance / 5));

const later = (now: Timestamp, ms: number): Timestamp => new Date(Date.parse(now) + ms).toISOString();

const stepOf = (steps: readonly number[], index: number): number => steps[Math.min(index, steps.length - 1)] ?? 0;

export interface Failure {
  /** With the one that has just failed. */
  attempts: number;
  first_attempt_at: Timestamp;
  now: Timestamp;
  /** From 0 to 1. */
  chance: number;
}

/** When a delivery is tried again; `null` when three days have been enough. */
export function nextAttempt({ attempts, first_attempt_at, now, chance }: Failure): Timestamp | null {
  const next = later(now, withJitter(stepOf(retries_ms, attempts - 1), chance));
  return Date.parse(next) > Date.parse(first_attempt_at) + tried_for_ms ? null : next;
}

/** Until when an endpoint that failed so often in a row is left alone; `null` while it is still trusted. */
export const nextProbe = (failures: number, now: Timestamp, chance: number): Timestamp | null =>
  failures < failures_to_open ? null : later(now, withJitter(stepOf(probes_ms, failures - failures_to_open), chance));

export type Circuit = 'closed' | 'open';

/** Open: only probed, until it answers well again. */
export const circuitOf = (failures: number): Circuit => (failures < failures_to_open ? 'closed' : 'open');

/** How long the old secret signs beside the new one. */
export const old_secret_ms = 24 * hour;

/** Longer than one attempt takes: nobody else delivers to the endpoint meanwhile. */
export const lease_ms = 15 * second;

/** How long finished deliveries are kept. */
export const deliveries_kept_ms = 30 * 24 * hour;

export const testType = 'webhook.test';
