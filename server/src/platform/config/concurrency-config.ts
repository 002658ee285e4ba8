import { availableParallelism } from 'node:os';
import { type Environment, wholeNumber } from './environment.ts';

/** The maximum of work outside of the event loop in each process. */
export interface ConcurrencySettings {
  /** Threads that read files. */
  readonly file_threads: number;
  /** Password hashes. */
  readonly password_hashes: number;
}

/** A thread that reads a file mostly waits for the database; a hash fills a core. */
export const readConcurrency = (env: Environment, cores = availableParallelism()): ConcurrencySettings => ({
  file_threads: wholeNumber(env, 'FILE_THREADS', { fallback: Math.max(4, Math.min(8, cores)), least: 1, most: 64 }),
  password_hashes: wholeNumber(env, 'PASSWORD_HASHES_AT_ONCE', {
    fallback: Math.max(1, cores - 1),
    least: 1,
    most: 64,
  }),
});
