import { readFile } from 'node:fs/promises';
import { type Invariant, parseInvariants } from './rules.ts';

let read: Promise<Invariant[]> | undefined;

/** The invariants of `server/invariants.sql`; read once. */
export const readInvariants = (): Promise<Invariant[]> => {
  read ??= readFile(new URL('../../../invariants.sql', import.meta.url), 'utf8').then(parseInvariants);
  return read;
};
