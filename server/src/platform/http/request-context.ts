import type { App } from '../context/app.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** Routes that monitoring polls every few seconds. */
const isMonitoring = /^\/(health|metrics)\b/;

/**
 * Limits, metrics, shutdown and streams listen for the end of a response. Node warns of a leak at more than ten
 * listeners.
 */
const listeners_at_most = 20;

/** Provides the id of the request to all of its logs, statements and traces. */
export function registerRequestContext(app: App, telemetry: Telemetry): void {
  app.decorateRequest('requestContext');
  app.addHook('onRequest', (request, reply, done) => {
    const { id, method, headers } = request;
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
    const traceparent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined;
    const requestContext = isMonitoring.test(route)
      ? { request_id: id }
      : telemetry.beginRequest({ id, method, route, traceparent });
    request.requestContext = requestContext;
    reply.raw.setMaxListeners(listeners_at_most);
    // Emitted also when the client disconnects before the end of the response.
    if (requestContext.span !== undefined)
      reply.raw.once('close', () =>
        telemetry.endRequest(requestContext, reply.raw.writableEnded ? reply.statusCode : undefined),
      );
    telemetry.within(requestContext, done);
  });
  // The body parser runs in a callback of the socket, outside of the context.
  app.addHook('preValidation', (request, _reply, done) => telemetry.within(request.requestContext, done));
}
