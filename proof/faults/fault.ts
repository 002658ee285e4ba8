import type { Check } from './checks.ts';

/** A deliberate defect of the service: a small change of its text. */
export interface Fault {
  name: string;
  /** Path from the root of the tree. */
  file: string;
  /** The text to replace. It must be in the file exactly once. */
  find: string;
  /** The replacement. */
  put: string;
  /** The resulting defect. */
  breaks: string;
  /** The check that must fail. */
  by: Check;
  /** Must match the output of the check, so that it failed because of this fault. */
  says: RegExp;
}

/** The text with the fault in it. @throws Error if the text to replace is not there exactly once */
export function plantedIn(text: string, { name, file, find, put }: Fault): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${name}: found its text ${parts.length - 1} times in ${file}`);
  return parts.join(put);
}
