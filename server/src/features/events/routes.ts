import type { App } from '../../platform/context/app.ts';
import { replies } from '../../platform/http/envelope.ts';
import { pictureAddresses } from '../../platform/http/picture-addresses.ts';
import { eventTypes } from './all-events.ts';
import { readFeed } from './read-feed.ts';
import { readTypes } from './rules.ts';
import { feedPage, feedQuery, toFeedPage } from './schemas.ts';
import { streamRoute } from './stream-routes.ts';

/** A page of a thousand events of large sales would have hundreds of MiB. */
const pageBytes = 512 * 1024;

export async function eventRoutes(app: App): Promise<void> {
  feedRoute(app);
  await streamRoute(app);
}

function feedRoute(app: App): void {
  app.get(
    '/events',
    {
      config: { permission: 'events:read' },
      schema: {
        operationId: 'listEvents',
        summary: 'List events after a position, in order and without gaps',
        description: [
          'Events are kept for 90 days. Each event is returned once, however late its transaction commits.',
          'Continue with `meta.next_cursor` while `meta.has_more`: a page with 512 KiB of events ends before its `limit`.',
        ].join(' '),
        tags: ['Events'],
        querystring: feedQuery,
        response: replies({ 200: feedPage }),
      },
    },
    async (request) => {
      const { actor, query } = request;
      const types = readTypes(query.types, Object.keys(eventTypes));
      const after = query.after === undefined ? null : BigInt(query.after);
      const page = await readFeed(app.services.database, actor, { after, types, limit: query.limit, bytes: pageBytes });
      return toFeedPage(page, actor.merchant.id, pictureAddresses(request));
    },
  );
}
