import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../context/app.ts';

const quiet_ms = 500;
/** Logged when requests in flight did not finish in time and their connections were closed. */
export const cutOffWarning = 'stopping: requests in flight were cut off';

/**
 * Stops listening and waits for the requests in flight, at most `at_most_s` seconds. Connections without any request
 * would keep the server open; they are closed after a short time without requests.
 */
export function registerDrain(app: App, at_most_s: number): void {
  let inFlight = 0;
  const draining = new AbortController();
  app.addHook('onRequest', async (_, reply) => {
    inFlight += 1;
    // Emitted also when the client disconnects before the end of the response.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
  });
  app.decorate('draining', draining.signal);
  app.decorate('drain', async () => {
    draining.abort();
    let closed = false;
    const closing = app.close().then(() => {
      closed = true;
    });
    const until = performance.now() + at_most_s * 1_000;
    let quietSince = performance.now();
    while (!closed && performance.now() < until && performance.now() - quietSince < quiet_ms) {
      await sleep(20);
      if (inFlight > 0) quietSince = performance.now();
    }
    if (inFlight > 0) app.log.warn({ requests: inFlight }, cutOffWarning);
    app.server.closeAllConnections();
    await closing;
  });
}
