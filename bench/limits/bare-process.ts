import Fastify from 'fastify';
import { readClaims } from '../../server/src/platform/authentication/authentication.ts';
import { registerTokens } from '../../server/src/platform/authentication/tokens.ts';
import type { App } from '../../server/src/platform/context/app.ts';

/** The framework alone: it checks the token like the service, and sends the same bytes in each response. */
process.once('message', async ({ secret, text, type }: BareOptions) => {
  const app = Fastify();
  registerTokens(app as unknown as App, secret);
  app.addHook('onRequest', (request, _reply, done) => {
    readClaims(request);
    done();
  });
  app.get('/*', (_request, reply) => reply.type(type).send(text));
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: new URL(address).port });
});

export interface BareOptions {
  secret: string;
  text: string;
  type: string;
}
