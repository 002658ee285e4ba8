import type { Check } from './checks.ts';

/** A deliberate defect of the service: a small change of its text. */
export interface Fault {
  name: string;
  /** From the root of the tree. */
  file: string;
  /** What stands there, exactly once. */
  find: string;
  /** What stands there instead. */
  put: string;
  /** What is wrong then. */
  breaks: string;
  /** Who must catch it. */
  by: Check;
  /** What is said of it: that a check failed is not enough, it must have failed for this. */
  says: RegExp;
}

/** The text with the fault in it. @throws Error when what it changes does not stand there exactly once */
export function plantedIn(text: string, { name, file, find, put }: Fault): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${name}: what it changes stands ${parts.length - 1} times in ${file}`);
  return parts.join(put);
}
