import { createPacedTurns } from '../../core/concurrency/paced-turns.ts';
import type { App } from '../context/app.ts';
import { credentialOf } from './credential.ts';

/** Takes one to two milliseconds. Clients handle these responses while the next turn runs. */
const requestsPerTurn = 8;

/**
 * Lets eight requests begin in each turn of the event loop. Node reads up to a thousand connections in one turn, and
 * would otherwise answer all of their requests before it sees the next one of another client.
 */
export function registerPacedArrival(app: App): void {
  const turns = createPacedTurns(requestsPerTurn);
  app.addHook('onRequest', (request, reply, done) => {
    const turn = turns.begin(credentialOf(request.raw));
    if (turn === undefined) return done();
    // Of a client that has disconnected, the request ends here.
    void turn.then(() => (reply.raw.closed ? undefined : done()));
  });
}
