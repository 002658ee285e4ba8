import type { FastifyRequest } from 'fastify';
import type { App } from '../context/app.ts';
import { withLockOut } from './lock-out.ts';

/** What a check of the signed-in user’s password needs. Failed attempts from an open session are counted for that session. */
export function identityServices(app: App, { claims, ip }: FastifyRequest) {
  const { database, config, secret } = app.services;
  const guard = <T>(account: string, attempt: () => Promise<T>) =>
    withLockOut(app.services, { account, address: ip, known_device: `session ${claims.sid}` }, attempt);
  const { password_hash_memory_kib } = config;
  return { database, password_hash_memory_kib, service_secret: secret, guard, session_id: claims.sid, address: ip };
}
