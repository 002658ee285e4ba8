/** An instant as the service keeps and answers it: ISO 8601, UTC, milliseconds, `Z`. */
export type Timestamp = string;

/** The only source of the present; tests hand in their own. */
export interface Clock {
  now(): Timestamp;
}

export const systemClock: Clock = { now: () => new Date().toISOString() };
