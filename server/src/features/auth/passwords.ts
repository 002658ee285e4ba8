import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../core/errors.ts';
import { createFairTurns } from '../../core/fair-turns.ts';

let atOnce = 1;

export const limitHashes = (hashes: number): void => {
  atOnce = hashes;
};

const waitingAtMost = 400;
/** Per source: about as long as a user waits. */
const waitingOfSourceAtMost = 20;
const turns = createFairTurns({
  atOnce: () => atOnce,
  waitingAtMost,
  waitingOfKeyAtMost: waitingOfSourceAtMost,
  refuse: () => new AppError('UNAVAILABLE', 'Too many people are signing in at this moment', [], { retry_after_s: 2 }),
});

/** Published before waiting for a hash. The tests use it to check that no database connection is held meanwhile. */
const hashing = channel('tillhouse:hashing');

/** Runs one hash at a time, in turn by source: many attempts from one source delay the others by one hash each. */
function inTurn<T>(source: string | undefined, work: () => Promise<T>): Promise<T> {
  hashing.publish(undefined);
  // Work without a source gets a queue of its own.
  return turns.take(source ?? randomUUID(), work);
}

// Argon2id is the library's default algorithm; a test checks the hash.
const settings = (memory_kib: number) => ({ memoryCost: memory_kib, timeCost: 2, parallelism: 1 });

/**
 * Argon2id, two passes, parallelism 1.
 * @param memory_kib in KiB
 * @param source the account or network address that causes the work
 */
export const hashPassword = (password: string, memory_kib: number, source?: string): Promise<string> =>
  inTurn(source, () => hash(password, settings(memory_kib)));

/** Whether the hash uses less memory than the operator now asks for. */
export const isWeaker = (stored: string, memory_kib: number): boolean =>
  Number(/\$m=(\d+),/.exec(stored)?.[1] ?? 0) < memory_kib;

const decoys = new Map<number, Promise<string>>();

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
  let decoy = decoys.get(memory_kib);
  if (decoy === undefined) {
    decoy = hash('nobody has this password', settings(memory_kib));
    decoys.set(memory_kib, decoy);
  }
  const against = stored ?? (await decoy);
  const matches = await inTurn(source, () => verify(against, password));
  return stored !== undefined && matches;
}
