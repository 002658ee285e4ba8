import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { addressKey } from '../../core/network-address.ts';
import { createTally } from '../../core/tally.ts';
import { presentedKey, readClaims } from '../authentication/authentication.ts';
import type { Services } from '../context/services.ts';
import { databaseCounters, memoryCounters } from '../counters/counters.ts';
import type { Window } from '../counters/queries.ts';

const window_s = 60;

/** A group of routes whose requests count in a separate window of each user. */
export type Share = 'selling';

/** Counts every request of a user, or of an address if there is no user, and reports how many are left. */
export function createRateLimit(services: Services) {
  const limit = services.config.rate_limit_per_minute;
  const counters =
    services.counters ?? (services.isAlone ? memoryCounters() : databaseCounters(services.database.global));
  /** Running requests by the key of their window. */
  const running = createTally();
  /** Sets the headers of the rate limit. @throws AppError RATE_LIMITED */
  const reportWindow = (reply: FastifyReply, { hits, resets_at_s, resets_in_s }: Window) => {
    reply.header('x-ratelimit-limit', limit);
    reply.header('x-ratelimit-remaining', Math.max(0, limit - hits));
    reply.header('x-ratelimit-reset', resets_at_s);
    if (hits > limit)
      throw new AppError('RATE_LIMITED', `More than ${limit} requests in a minute`, [], { retry_after_s: resets_in_s });
  };

  return {
    /**
     * Limits the running requests: if as many run as are allowed in a minute, rejects the next one without counting it.
     */
    async limitRunning(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (limit === 0) return;
      const key = windowKey(request);
      const before = running.count(key);
      if (before >= limit)
        reportWindow(reply, {
          hits: before + 1,
          resets_at_s: Math.ceil(Date.now() / 1_000) + window_s,
          resets_in_s: window_s,
        });
      running.add(key, 1);
      reply.raw.once('close', () => running.add(key, -1));
    },
    async count(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (limit > 0) reportWindow(reply, await counters.hit(`requests ${windowKey(request)}`, window_s));
    },
  };
}

/** The key of the window. A signed-in user has one for each share; an address has one for all. */
function windowKey(request: FastifyRequest): string {
  if (request.is404 || request.routeOptions.config.isPublic === true) return addressKey(request.ip);
  const { share } = request.routeOptions.config;
  const ofShare = share === undefined ? '' : ` ${share}`;
  const apiKey = presentedKey(request);
  if (apiKey !== undefined) return `key ${apiKey.key_hash.toString('hex')}${ofShare}`;
  try {
    return `user ${readClaims(request).sub}${ofShare}`;
  } catch {
    return addressKey(request.ip);
  }
}
