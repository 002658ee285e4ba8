import type { Timestamp } from '../../core/clock.ts';
import { type AppError, invalidField } from '../../core/errors.ts';

const lifetime_ms = 7 * 24 * 60 * 60 * 1_000;

/** When a link created now expires. */
export const expiryOf = (now: Timestamp): Timestamp => new Date(Date.parse(now) + lifetime_ms).toISOString();

/** The same error for a token that is unknown, used, withdrawn, replaced or expired. */
export const invalidToken = (): AppError =>
  invalidField('token', 'is not valid any more: the link was used, withdrawn, replaced, or is older than seven days');
