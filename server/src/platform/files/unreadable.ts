import { type AppError, invalidField } from '../../core/errors.ts';

/** The error for a file with invalid content. */
export const unreadable = (why: string): AppError => invalidField('file', why);
