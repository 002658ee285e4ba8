import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../kernel/refusal.ts';
import { readClaims } from './authentication.ts';
import type { House } from './house.ts';
import { countHit } from './queries.ts';

const window_s = 60;

/** Counts every request of a user, or of an address where there is no user, and tells how many are left. */
export function createRateLimit(house: House) {
  const limit = house.config.rate_limit_per_minute;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (limit === 0) return;
    const { hits, resets_at_s, resets_in_s } = await countHit(house.database.global, `requests ${whoIs(request)}`, window_s);
    reply.header('x-ratelimit-limit', limit);
    reply.header('x-ratelimit-remaining', Math.max(0, limit - hits));
    reply.header('x-ratelimit-reset', resets_at_s);
    if (hits > limit) {
      throw new Refusal('RATE_LIMITED', `More than ${limit} requests in a minute`, [], { retry_after_s: resets_in_s });
    }
  };
}

function whoIs(request: FastifyRequest): string {
  if (request.is404 || request.routeOptions.config.isPublic === true) return addressKey(request.ip);
  try {
    return `user ${readClaims(request).sub}`;
  } catch {
    return addressKey(request.ip);
  }
}

/** An IPv6 customer has a whole network of addresses: its first 64 bits are who it is. */
export function addressKey(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return `address ${address.replace('::ffff:', '')}`;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const groups = [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
  return `address ${groups.slice(0, 4).join(':')}`;
}
