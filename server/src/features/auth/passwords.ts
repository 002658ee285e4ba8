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
/** Of one source: about as long as a person waits. */
const waitingOfSourceAtMost = 20;
const turns = createFairTurns({
  atOnce: () => atOnce,
  waitingAtMost,
  waitingOfKeyAtMost: waitingOfSourceAtMost,
  refuse: () => new AppError('UNAVAILABLE', 'Too many people are signing in at this moment', [], { retry_after_s: 2 }),
});

/** Told before a hash is waited for: no connection of the database may be held meanwhile, and the tests look. */
const hashing = channel('tillhouse:hashing');

/** One hash after another; sources take turns, so that many attempts of one delay the others by a single hash each. */
function inTurn<T>(source: string | undefined, work: () => Promise<T>): Promise<T> {
  hashing.publish(undefined);
  // Without a source it is nobody's flood: a turn of its own.
  return turns.take(source ?? randomUUID(), work);
}

// Argon2id is the library's default algorithm; a test looks at the hash.
const settings = (memory_kib: number) => ({ memoryCost: memory_kib, timeCost: 2, parallelism: 1 });

/**
 * Argon2id, two passes, one lane; memory in KiB.
 * @param source on whose behalf: an account or a network address
 */
export const hashPassword = (password: string, memory_kib: number, source?: string): Promise<string> =>
  inTurn(source, () => hash(password, settings(memory_kib)));

/** Whether a hash took less memory than one would now: the operator has asked for more since. */
export const isWeaker = (stored: string, memory_kib: number): boolean => Number(/\$m=(\d+),/.exec(stored)?.[1] ?? 0) < memory_kib;

const decoys = new Map<number, Promise<string>>();

/** Whether the password belongs to the hash. Without a hash it takes as long, and answers no: who is registered cannot be told by time. */
export async function verifyPassword(stored: string | undefined, password: string, memory_kib: number, source?: string): Promise<boolean> {
  let decoy = decoys.get(memory_kib);
  if (decoy === undefined) {
    decoy = hash('nobody has this password', settings(memory_kib));
    decoys.set(memory_kib, decoy);
  }
  const against = stored ?? (await decoy);
  const matches = await inTurn(source, () => verify(against, password));
  return stored !== undefined && matches;
}
