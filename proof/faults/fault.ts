import type { Check } from './checks.ts';

/** A deliberate defect of the service: a small change in the declaration of a symbol, wherever it is. */
export interface Fault {
  name: string;
  /** The function or variable that is changed. */
  in: string;
  /** The text to replace. It must be there exactly once. */
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
