import { createHash, randomBytes } from 'node:crypto';
import { addMs, type Timestamp } from '../../../core/clock.ts';

export const refresh_lifetime_s = 30 * 24 * 60 * 60;

/** 256 random bits; only the hash is stored. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** When a token created now expires. */
export const expiryFrom = (now: Timestamp): Timestamp => addMs(now, refresh_lifetime_s * 1_000);
