import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { createTally } from '../../core/tally.ts';
import { presentedKey, readClaims } from '../authentication/authentication.ts';
import type { Services } from '../context/services.ts';
import { databaseCounters, memoryCounters } from '../counters/counters.ts';
import type { Window } from '../counters/queries.ts';
import { credentialOf } from './credential.ts';

const window_s = 60;

/** Requests of a route count in a window of this share's own, for each user. */
export type Share = 'selling';

/** Counts every request of a user, or of an address where there is no user, and tells how many are left. */
export function createRateLimit(services: Services) {
  const limit = services.config.rate_limit_per_minute;
  const counters = services.counters ?? (services.isAlone ? memoryCounters() : databaseCounters(services.database.global));
  const underWay = createTally();
  /** The same by credential: several without one look alike behind a proxy. */
  const underWayByCredential = createTally();
  /** @throws AppError RATE_LIMITED */
  const tell = (reply: FastifyReply, { hits, resets_at_s, resets_in_s }: Window) => {
    reply.header('x-ratelimit-limit', limit);
    reply.header('x-ratelimit-remaining', Math.max(0, limit - hits));
    reply.header('x-ratelimit-reset', resets_at_s);
    if (hits > limit) throw new AppError('RATE_LIMITED', `More than ${limit} requests in a minute`, [], { retry_after_s: resets_in_s });
  };

  return {
    /** Of who has as many under way as a minute allows the next one is too many: known without asking anybody. */
    async hold(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (limit === 0) return;
      const who = whoIs(request);
      const before = underWay.count(who);
      if (before >= limit) tell(reply, { hits: before + 1, resets_at_s: Math.ceil(Date.now() / 1_000) + window_s, resets_in_s: window_s });
      const credential = credentialOf(request.raw);
      underWay.add(who, 1);
      underWayByCredential.add(credential, 1);
      reply.raw.once('close', () => {
        underWay.add(who, -1);
        underWayByCredential.add(credential, -1);
      });
    },
    /** Whether whoever sends this may be held for their own sake, told without looking closely. */
    mayBeHeld: (request: IncomingMessage): boolean => limit > 0 && underWayByCredential.count(credentialOf(request)) >= limit,
    async count(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (limit > 0) tell(reply, await counters.hit(`requests ${whoIs(request)}`, window_s));
    },
  };
}

/** Whose window it is. Only who is signed in has one for each share: an address has one for all. */
function whoIs(request: FastifyRequest): string {
  if (request.is404 || request.routeOptions.config.isPublic === true) return addressKey(request.ip);
  const { share } = request.routeOptions.config;
  const ofShare = share === undefined ? '' : ` ${share}`;
  const key = presentedKey(request);
  if (key !== undefined) return `key ${key.key_hash.toString('hex')}${ofShare}`;
  try {
    return `user ${readClaims(request).sub}${ofShare}`;
  } catch {
    return addressKey(request.ip);
  }
}

/** An IPv6 customer has a whole network of addresses: its first 64 bits are who it is. */
export const addressKey = (address: string): string => {
  const groups = groupsOf(address);
  return groups === undefined ? `address ${address.replace('::ffff:', '')}` : `address ${groups.slice(0, 4).join(':')}`;
};

/** What a provider gives one customer at most: the first 48 bits of an IPv6 address; `undefined` for IPv4. */
export const networkKey = (address: string): string | undefined => {
  const groups = groupsOf(address);
  return groups && `network ${groups.slice(0, 3).join(':')}`;
};

/** The eight groups of an IPv6 address; `undefined` for IPv4. */
function groupsOf(address: string): string[] | undefined {
  if (!address.includes(':') || address.startsWith('::ffff:')) return undefined;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}
