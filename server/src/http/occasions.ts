import type { Telemetry } from '../telemetry/telemetry.ts';
import type { App } from './app.ts';

/** Whatever is done for a request is known to be done for it, however deep. */
export function registerOccasions(app: App, telemetry: Telemetry): void {
  app.decorateRequest('occasion');
  app.addHook('onRequest', (request, _reply, done) => {
    request.occasion = { request_id: request.id };
    telemetry.within(request.occasion, done);
  });
  // Who reads a body is called by the socket.
  app.addHook('preValidation', (request, _reply, done) => telemetry.within(request.occasion, done));
}
