import { addMs, type Timestamp } from '../../core/clock.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findKeyByHash, findKeyById, touchApiKey, type UsableKey } from './queries.ts';

const touch_interval_ms = 60_000;

/**
 * The key with this hash; `undefined` if it is unknown or revoked. Stores the time of use at most once a minute, and
 * does not wait for that.
 */
export async function findApiKey(db: Handle, key_hash: Buffer, now: Timestamp): Promise<UsableKey | undefined> {
  const key = await findKeyByHash(db, key_hash);
  if (key === undefined) return undefined;
  const unused_since = addMs(now, -touch_interval_ms);
  if (key.last_used_at === null || key.last_used_at < unused_since) {
    touchApiKey(db, key, now).catch(() => undefined);
  }
  return key;
}

/** The key with this id, for background work that it requested earlier; `undefined` if it can no longer be used. */
export async function findUsableKey(
  db: Handle,
  id: string,
  now: Timestamp,
): Promise<Omit<UsableKey, 'last_used_at'> | undefined> {
  const key = await findKeyById(db, id);
  return key === undefined || (key.expires_at !== null && key.expires_at <= now) ? undefined : key;
}
