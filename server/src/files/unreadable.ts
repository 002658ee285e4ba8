import { invalidField, type Refusal } from '../kernel/refusal.ts';

/** The refusal of a file that is not what it should be. */
export const unreadable = (why: string): Refusal => invalidField('file', why);
