import type { FastifyRequest } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import type { App } from './app.ts';

/** A burst: whatever one client may ask in a minute, all at once. */
const atOnceAtMost = 100;
/** Sixty-four tills at once are served as ever. */
const forLongAtMost = 72;
const aWhile_ms = 250;
/** Who they are is known soon, and mostly without asking the database: several merchants may send a burst at the same moment. */
const arrivingAtMost = 400;

/** Not all of them at the same moment again. */
export const retryAfter_s = () => 1 + Math.floor(Math.random() * 3);

export const surplus = () =>
  new AppError('UNAVAILABLE', 'There are more requests than can be served, try again shortly', [], { retry_after_s: retryAfter_s() });

export interface LoadShedding {
  /** Whether there is more to do than can be done. */
  isFull(): boolean;
  /** The request waits for something else than the database: it is not counted until it is worked on. */
  leave(request: FastifyRequest): void;
}

/**
 * More than can be served is turned away before any work is done for it: who is let in then waits hardly longer than at a busy hour.
 * Counted is what works or waits for the database, and not who sends or reads slowly: such a one keeps nobody out. Nor does who signs in, for
 * whom there is a queue of their own, who uploads a form, which is read while it is worked on, and whoever waits for the share of their merchant.
 */
export function shedSurplus(app: App): LoadShedding {
  /** Requests of which it is not known yet whose they are. */
  const arriving = new Set<FastifyRequest>();
  const inWork = new Set<FastifyRequest>();
  /** Since when there have been as many as there may be for long; undefined while there are fewer than half of them. */
  let crowdedSince: number | undefined;
  const leave = (request: FastifyRequest) => {
    arriving.delete(request);
    inWork.delete(request);
    if (inWork.size < forLongAtMost / 2) crowdedSince = undefined;
  };
  const enter = (request: FastifyRequest) => {
    inWork.add(request);
    if (inWork.size >= forLongAtMost) crowdedSince ??= performance.now();
  };
  const isCounted = (request: FastifyRequest) => request.routeOptions.config.isPublic !== true;
  const isCrowded = () =>
    inWork.size >= atOnceAtMost ||
    (inWork.size >= forLongAtMost && crowdedSince !== undefined && performance.now() - crowdedSince > aWhile_ms);
  const isFull = () => arriving.size >= arrivingAtMost || isCrowded();

  app.addHook('onRequest', (request, reply, done) => {
    if (isFull()) return done(surplus());
    if (isCounted(request)) arriving.add(request);
    // Comes at last also where the other side has gone before the end of its answer.
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
    if (isCrowded()) return done(surplus());
    enter(request);
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
  return { isFull, leave };
}
