import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { hash, verify } from '@node-rs/argon2';
import { createFairQueue } from '../../../core/concurrency/fair-queue.ts';
import { AppError } from '../../../core/errors.ts';
import { addressKey } from '../../../core/network-address.ts';

let concurrency = 1;

/** Sets how many hashes run at the same time. */
export const limitHashes = (hashes: number): void => {
  concurrency = hashes;
};

const waitingAtMost = 400;
/** So many hashes take about as long as a user waits for a login. */
const waitingOfSourceAtMost = 20;
const hashQueue = createFairQueue({
  atOnce: () => concurrency,
  waitingAtMost,
  waitingOfKeyAtMost: waitingOfSourceAtMost,
  createError: () =>
    new AppError('UNAVAILABLE', 'Too many people are signing in at this moment', [], { retry_after_s: 2 }),
});

/** Published before each hash. Tests use it to check that a request holds no database connection meanwhile. */
const hashing = channel('tillhouse:hashing');

/** Sources take turns, so that a source with many attempts delays each of the others by one hash. */
export function queueHash<T>(source: string | undefined, work: () => Promise<T>): Promise<T> {
  hashing.publish(undefined);
  // Work without a source gets its own queue. The addresses of an IPv6 network are one source.
  return hashQueue.run(source === undefined ? randomUUID() : addressKey(source), work);
}

// Argon2id is the library's default algorithm; a test checks the hash.
const settings = (memory_kib: number) => ({ memoryCost: memory_kib, timeCost: 2, parallelism: 1 });

/**
 * Argon2id, two passes, parallelism 1.
 * @param memory_kib in KiB
 * @param source the account or network address that causes the work
 */
export const hashPassword = (password: string, memory_kib: number, source?: string): Promise<string> =>
  queueHash(source, () => hash(password, settings(memory_kib)));

/** Whether the hash uses less memory than the operator now configures. */
export const isWeaker = (stored: string, memory_kib: number): boolean =>
  Number(/\$m=(\d+),/.exec(stored)?.[1] ?? 0) < memory_kib;

const dummyHashes = new Map<number, Promise<string>>();

/**
 * Whether the password matches the hash. Without a hash it takes the same time and returns false, so that the response
 * time does not reveal whether an account exists.
 */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
  memory_kib: number,
  source?: string,
): Promise<boolean> {
  let dummy = dummyHashes.get(memory_kib);
  if (dummy === undefined) {
    dummy = hash('not the password of any account', settings(memory_kib));
    dummyHashes.set(memory_kib, dummy);
  }
  const hashToCompare = stored ?? (await dummy);
  const matches = await queueHash(source, () => verify(hashToCompare, password));
  return stored !== undefined && matches;
}
