/** An instant, as the service stores and returns it: ISO 8601, UTC, milliseconds, `Z`. */
export type Timestamp = string;

/** The only source of the current time; tests provide their own. */
export interface Clock {
  now(): Timestamp;
}

/** The minute of an instant, as a key of caches that last a minute. */
export const minuteOf = (at: Timestamp): string => at.slice(0, 16);

/** The instant so many milliseconds later; earlier if the number is negative. */
export const addMs = (at: Timestamp, ms: number): Timestamp => new Date(Date.parse(at) + ms).toISOString();

export const systemClock: Clock = { now: () => new Date().toISOString() };
