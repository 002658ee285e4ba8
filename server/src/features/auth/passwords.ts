import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../../kernel/refusal.ts';

// Hashing fills memory bandwidth and libuv's threads; one core stays for everything else.
const atOnce = Math.max(1, availableParallelism() - 1);
const waitingAtMost = 100;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingAtMost)
      throw new Refusal('UNAVAILABLE', 'Too many people are signing in at this moment', [], { retry_after_s: 2 });
    await new Promise<void>((resume) => waiting.push(resume));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

// Argon2id is the library's default algorithm; a test looks at the hash.
const settings = (memory_kib: number) => ({ memoryCost: memory_kib, timeCost: 2, parallelism: 1 });

/** Argon2id, two passes, one lane; memory in KiB. */
export const hashPassword = (password: string, memory_kib: number): Promise<string> => inTurn(() => hash(password, settings(memory_kib)));

/** Whether a hash took less memory than one would now: the operator has asked for more since. */
export const isWeaker = (stored: string, memory_kib: number): boolean => Number(/\$m=(\d+),/.exec(stored)?.[1] ?? 0) < memory_kib;

const decoys = new Map<number, Promise<string>>();

/** Whether the password belongs to the hash. Without a hash it takes as long, and answers no: who is registered cannot be told by time. */
export async function verifyPassword(stored: string | undefined, password: string, memory_kib: number): Promise<boolean> {
  let decoy = decoys.get(memory_kib);
  if (decoy === undefined) {
    decoy = hash('nobody has this password', settings(memory_kib));
    decoys.set(memory_kib, decoy);
  }
  const against = stored ?? (await decoy);
  const matches = await inTurn(() => verify(against, password));
  return stored !== undefined && matches;
}
