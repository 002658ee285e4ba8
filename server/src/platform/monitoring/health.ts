import { Type } from 'typebox';
import type { App } from '../context/app.ts';
import type { Services } from '../context/services.ts';

const health = Type.Object({ status: Type.String() });

const answer_within_ms = 800;

/** Health checks: live while the process runs, ready while it can serve. */
export function registerHealth(app: App, services: Services): void {
  app.get(
    '/health/live',
    { schema: { operationId: 'isLive', tags: ['Operating'], summary: 'The process runs', response: { 200: health } } },
    async () => ({ status: 'live' }),
  );
  app.get(
    '/health/ready',
    {
      schema: {
        operationId: 'isReady',
        tags: ['Operating'],
        summary: 'The service can serve',
        response: { 200: health, 503: health },
      },
    },
    async (_request, reply) => {
      const ready = services.isServing() && (await answersInTime(services));
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
    },
  );
}

async function answersInTime(services: Services): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, answer_within_ms, false).unref());
  return Promise.race([services.isDatabaseAlive(), late]);
}
