/** Measured durations: a statement of the database, and the wait for a connection. */
export type Watched = 'statement' | 'connection';

/** Says that it is over, and why it failed if it did. */
export type Over = (failure?: unknown) => void;

/** Receives durations. Names come from a fixed set, and never contain data of users. */
export interface Watch {
  begin(what: Watched, name: string): Over;
}
