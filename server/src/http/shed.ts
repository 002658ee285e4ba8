import type { FastifyRequest } from 'fastify';
import { Refusal } from '../kernel/refusal.ts';
import type { App } from './app.ts';

/** A burst: whatever one client may ask in a minute, all at once. */
const atOnceAtMost = 100;
/** Sixty-four tills at once are served as ever. */
const forLongAtMost = 72;
const aWhile_ms = 250;

/** Not all of them at the same moment again. */
export const retryAfter_s = () => 1 + Math.floor(Math.random() * 3);

export const surplus = () =>
  new Refusal('UNAVAILABLE', 'There are more requests than can be served, try again shortly', [], { retry_after_s: retryAfter_s() });

/**
 * More than can be served is turned away before any work is done for it: who is let in then waits hardly longer than at a busy hour.
 * Counted is what works or waits for the database, and not who sends or reads slowly: such a one keeps nobody out. Nor does who signs in, for
 * whom there is a queue of their own, and who uploads a form, which is read while it is worked on.
 */
export function shedSurplus(app: App): { isFull(): boolean } {
  const inWork = new Set<FastifyRequest>();
  /** Since when there have been as many as there may be for long; undefined while there are fewer than half of them. */
  let crowdedSince: number | undefined;
  const leave = (request: FastifyRequest) => {
    inWork.delete(request);
    if (inWork.size < forLongAtMost / 2) crowdedSince = undefined;
  };
  const enter = (request: FastifyRequest) => {
    if (request.routeOptions.config.isPublic === true) return;
    inWork.add(request);
    if (inWork.size >= forLongAtMost) crowdedSince ??= performance.now();
  };
  const isFull = () =>
    inWork.size >= atOnceAtMost ||
    (inWork.size >= forLongAtMost && crowdedSince !== undefined && performance.now() - crowdedSince > aWhile_ms);

  app.addHook('onRequest', (request, reply, done) => {
    if (isFull()) {
      return done(surplus());
    }
    enter(request);
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
    if (!isForm && !reply.raw.closed) enter(request);
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
  return { isFull };
}
