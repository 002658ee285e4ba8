import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { createTally } from '../../core/tally.ts';
import type { App } from '../context/app.ts';
import { credentialOf } from './credential.ts';

/** A burst: all requests that one client may send in a minute, at the same time. */
const burst_limit = 100;
/** Above the 64 tills that sell at the same time. */
const sustained_limit = 72;
const sustained_after_ms = 250;
/**
 * Credentials whose requests are not authenticated yet. Requests of one credential wait for the same queries. So a
 * thousand of them cost hardly more than one, and do not block other credentials.
 */
const arriving_limit = 400;
/** Requests of one credential that are not authenticated yet: all of its burst. */
const arriving_of_one_limit = burst_limit;

/** Random, so that not all clients come back at the same moment. */
export const retryAfter_s = () => 1 + Math.floor(Math.random() * 3);

export const overloadError = () =>
  new AppError('UNAVAILABLE', 'There are more requests than can be served, try again shortly', [], {
    retry_after_s: retryAfter_s(),
  });

export interface LoadShedding {
  /** Whether there are more requests than can be served, or too many of this credential. */
  isFull(request: IncomingMessage): boolean;
  /** Stops counting a request that waits for something other than the database. It counts again when it continues. */
  leave(request: FastifyRequest): void;
}

/**
 * Rejects requests under overload before any work is done for them, so that admitted requests wait hardly longer than
 * usual. It counts requests that run or wait for the database. It does not count clients that send or read slowly,
 * sign-ins, which have a separate queue, uploads of forms, which are read while they are processed, and requests that
 * wait for their merchant's share.
 */
export function registerLoadShedding(app: App): LoadShedding {
  /** Requests that are not authenticated yet, with their credentials, and their number by credential. */
  const arriving = new Map<FastifyRequest, string>();
  const arrivingOf = createTally();
  const running = new Set<FastifyRequest>();
  /** The time when the sustained limit was reached; undefined below half of it. */
  let overloadedSince: number | undefined;
  const leave = (request: FastifyRequest) => {
    const credential = arriving.get(request);
    if (credential !== undefined) arrivingOf.add(credential, -1);
    arriving.delete(request);
    running.delete(request);
    if (running.size < sustained_limit / 2) overloadedSince = undefined;
  };
  const enter = (request: FastifyRequest) => {
    running.add(request);
    if (running.size >= sustained_limit) overloadedSince ??= performance.now();
  };
  const isCounted = (request: FastifyRequest) => request.routeOptions.config.isPublic !== true;
  const isOverloaded = () =>
    running.size >= burst_limit ||
    (running.size >= sustained_limit &&
      overloadedSince !== undefined &&
      performance.now() - overloadedSince > sustained_after_ms);
  const isFull = (request: IncomingMessage) => {
    const ofCredential = arrivingOf.count(credentialOf(request));
    return (
      ofCredential >= arriving_of_one_limit ||
      (ofCredential === 0 && arrivingOf.size >= arriving_limit) ||
      isOverloaded()
    );
  };
  const arrive = (request: FastifyRequest) => {
    const credential = credentialOf(request.raw);
    arriving.set(request, credential);
    arrivingOf.add(credential, 1);
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (isFull(request.raw)) return done(overloadError());
    if (isCounted(request)) arrive(request);
    // Emitted also when the client disconnects before the end of the response.
    reply.raw.once('close', () => leave(request));
    done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
  app.addHook('preValidation', (request, reply, done) => {
    const isForm = request.headers['content-type']?.startsWith('multipart/') === true;
    if (isForm || reply.raw.closed || !isCounted(request)) return done();
    if (isOverloaded()) return done(overloadError());
    enter(request);
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
  return { isFull, leave };
}
