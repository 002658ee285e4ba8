import { type AppError, invalidField } from '../../core/errors.ts';

/** The refusal of a file that is not what it should be. */
export const unreadable = (why: string): AppError => invalidField('file', why);
