import { createHash, randomBytes } from 'node:crypto';
import type { Timestamp } from '../../core/clock.ts';

export const refresh_lifetime_s = 30 * 24 * 60 * 60;

/** 256 random bits; only their hash is kept. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** When a token made now can no longer be used. */
export const expiryFrom = (now: Timestamp): Timestamp => new Date(Date.parse(now) + refresh_lifetime_s * 1_000).toISOString();
