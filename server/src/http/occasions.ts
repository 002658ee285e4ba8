import type { Telemetry } from '../telemetry/telemetry.ts';
import type { App } from './app.ts';

/** Asked every few seconds by whoever watches. */
const isWatching = /^\/(health|metrics)\b/;

/** Limits, metrics, the end of the service and the streams below wait for the end of a response: more than the ten of which Node takes a leak. */
const listeners_at_most = 20;

/** Whatever is done for a request is known to be done for it, however deep. */
export function registerOccasions(app: App, telemetry: Telemetry): void {
  app.decorateRequest('occasion');
  app.addHook('onRequest', (request, reply, done) => {
    const { id, method, headers } = request;
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    const traceparent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
    const occasion = isWatching.test(route) ? { request_id: id } : telemetry.beginRequest({ id, method, route, traceparent });
    request.occasion = occasion;
    reply.raw.setMaxListeners(listeners_at_most);
    // Comes at last also where the other side has gone before the end of its answer.
    if (occasion.span !== undefined)
      reply.raw.once('close', () => telemetry.endRequest(occasion, reply.raw.writableEnded ? reply.statusCode : undefined));
    telemetry.within(occasion, done);
  });
  // Who reads a body is called by the socket.
  app.addHook('preValidation', (request, _reply, done) => telemetry.within(request.occasion, done));
}
