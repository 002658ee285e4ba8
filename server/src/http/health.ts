import { Type } from 'typebox';
import type { App } from './app.ts';
import type { House } from './house.ts';

const health = Type.Object({ status: Type.String() });

/** For whoever watches the process: alive while it runs, ready while it can serve. */
export function registerHealth(app: App, house: House): void {
  app.get(
    '/health/live',
    { schema: { operationId: 'isLive', tags: ['Operating'], summary: 'The process runs', response: { 200: health } } },
    async () => ({ status: 'live' }),
  );
  app.get(
    '/health/ready',
    { schema: { operationId: 'isReady', tags: ['Operating'], summary: 'The service can serve', response: { 200: health, 503: health } } },
    async (_request, reply) => {
      const ready = house.isServing() && (await answersInTime(house));
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
    },
  );
}

async function answersInTime(house: House): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 800, false).unref());
  return Promise.race([house.isDatabaseAlive(), late]);
}
