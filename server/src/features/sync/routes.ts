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
        summary: 'Synchronise a till: first all records, then the changes',
        description:
          'Continue with `meta.cursor` while `has_more`, and later with the last one. A record replaces the stored one with the same `kind` and `id`, or deletes it if `deleted`; it may be sent more than once. INVALID_STATE on `cursor` means: delete all records and start again without a cursor. Compressed if the client accepts gzip.',
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
