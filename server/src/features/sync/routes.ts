import type { App } from '../../platform/context/app.ts';
import { sendText } from '../../platform/http/compressed.ts';
import { replies } from '../../platform/http/envelope.ts';
import { pictureAddresses } from '../../platform/http/picture-addresses.ts';
import { syncPage, syncQuery, toSyncPage } from './schemas.ts';
import { synchronise } from './synchronise.ts';

export async function syncRoutes(app: App): Promise<void> {
  app.get(
    '/sync',
    {
      config: { permission: 'sync:read' },
      schema: {
        operationId: 'sync',
        summary: 'What a till keeps: everything at first, then what has changed since',
        description:
          'Go on with `meta.cursor` while `has_more`, and with the last one later. A record takes the place of the one with its `kind` and `id`, or takes it away where it is `deleted`; it may come more than once. INVALID_STATE on `cursor` means: forget what you have, and begin anew without one. Compressed for who accepts gzip.',
        tags: ['Events'],
        querystring: syncQuery,
        response: replies({ 200: syncPage }),
      },
    },
    async (request, reply) => {
      const { cursor, kinds, limit } = request.query;
      const page = await synchronise(app.services.database, request.actor, { cursor, kinds, limit });
      return sendText(request, reply, JSON.stringify(toSyncPage(page, pictureAddresses(request))));
    },
  );
}
