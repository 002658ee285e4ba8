/** What takes time, and is worth knowing how much: a statement of the database, and the wait for one of its connections. */
export type Watched = 'statement' | 'connection';

/** Says that it is over, and why it failed if it did. */
export type Over = (failure?: unknown) => void;

/** Hears of what takes time. What it is told is a name from a bounded set, and never anybody's data. */
export interface Watch {
  begin(what: Watched, name: string): Over;
}
