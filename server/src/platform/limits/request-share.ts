import {
  createKeyedSemaphore,
  type KeyedSemaphore,
  type RejectionReason,
  type Release,
  type SemaphoreCounts,
} from '../../core/concurrency/keyed-semaphore.ts';
import { AppError } from '../../core/errors.ts';
import type { App, Reply, Request } from '../context/app.ts';
import { type LoadShedding, retryAfter_s } from './load-shedding.ts';

/** Smaller bodies are received before the request gets its slot; larger ones a few at a time. */
const smallBody_bytes = 64 * 1024;
/** In characters or bytes. */
const largeResponse = 256 * 1024;
/** The maximum of large bodies in memory, as a divisor of the maximum of requests. */
const largeBodiesPart = 8;
/** The framework does not read the bodies of these. */
const bodyIgnored = new Set(['GET', 'HEAD']);

export interface RequestShare {
  register(scoped: App, shedding: LoadShedding): void;
  counts(): SemaphoreCounts;
  largeBodies(): SemaphoreCounts;
}

interface ShareOptions {
  /** The owner of the share, for error messages. */
  holder: 'merchant' | 'person' | 'address';
  /** Identifies the request's merchant, person or address. */
  keyOf(request: Request): string;
  /** The maximum of running requests of one holder, while fewer than `shared` requests of all holders run. */
  requests: number;
  shared: number;
  /** A holder with fewer running requests than this never waits. */
  always: number;
  waiting_requests: number;
  wait_ms: number;
}

/**
 * Limits the requests of one merchant, person or address that run at once in this process. Further ones wait in a
 * separate queue, and are rejected when it is full. A JSON body is received before the request gets its slot, and
 * parsed after that, so that a slow sender takes no slot. When several holders are busy at once, later ones get a
 * smaller share.
 */
export function createRequestShare(options: ShareOptions): RequestShare {
  const { holder, keyOf, requests, always, waiting_requests, wait_ms } = options;
  const shared = Math.max(options.shared, requests);
  const createError = (reason: RejectionReason) => {
    const message =
      reason === 'queue_full'
        ? `There are too many requests of this ${holder} at once`
        : `The requests of this ${holder} took too long`;
    return new AppError('RATE_LIMITED', message, [], { retry_after_s: retryAfter_s() });
  };
  const queue = { max_waiting: waiting_requests, max_wait_ms: wait_ms };
  const semaphore: KeyedSemaphore = createKeyedSemaphore({
    ...queue,
    slots: () => (semaphore.counts().running < shared ? requests : Math.min(always, requests)),
    createError,
  });
  const largeBodies = createKeyedSemaphore({
    ...queue,
    slots: Math.max(1, Math.floor(requests / largeBodiesPart)),
    createError,
  });
  const releases = new WeakMap<Request, Release[]>();
  const releaseAtEnd = (request: Request, reply: Reply, release: Release): void => {
    if (reply.raw.closed) {
      release();
      return;
    }
    const held = releases.get(request);
    if (held === undefined) releases.set(request, [release]);
    else held.push(release);
    reply.raw.once('close', release);
  };

  return {
    counts: semaphore.counts,
    largeBodies: largeBodies.counts,
    register(scoped, shedding) {
      /** @returns a promise only if the request must wait */
      const acquire = (of: KeyedSemaphore, request: Request, reply: Reply): Promise<void> | undefined => {
        const id = keyOf(request);
        const free = of.tryAcquire(id);
        if (free !== undefined) {
          releaseAtEnd(request, reply, free);
          return undefined;
        }
        // A request that waits here does not block other merchants.
        shedding.leave(request);
        return of.acquire(id).then((release) => {
          releaseAtEnd(request, reply, release);
          // Of a client that has disconnected, the request ends here.
          return reply.raw.closed ? new Promise<never>(() => undefined) : undefined;
        });
      };
      scoped.addHook('onRequest', async (request, reply) => {
        if (!hasJsonBody(request)) return acquire(semaphore, request, reply);
        // Otherwise it would be rejected after its body was received.
        if (semaphore.isFull(keyOf(request))) await semaphore.acquire(keyOf(request));
        request.beforeParsing = () => acquire(semaphore, request, reply);
        if (isLarge(request)) return acquire(largeBodies, request, reply);
      });
      // The work ends with the response; the client may read it slowly. A large response keeps its slot until it was
      // read, because it is in memory until then.
      scoped.addHook('onSend', async (request, _reply, payload) => {
        if (lengthOf(payload) <= largeResponse) for (const release of releases.get(request) ?? []) release();
        return payload;
      });
    },
  };
}

/** A form is received by its route, whose number is limited as heavy work. Other types are rejected unread. */
const hasJsonBody = ({ method, headers }: Request): boolean =>
  !bodyIgnored.has(method) && headers['content-type']?.startsWith('multipart/') === false;

/** Streams are read as fast as they are sent. */
const lengthOf = (payload: unknown): number =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;

/** A body of unknown length may be large. */
const isLarge = ({ headers }: Request): boolean => !(Number(headers['content-length']) <= smallBody_bytes);
