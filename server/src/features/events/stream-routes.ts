import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../core/errors.ts';
import type { App } from '../../platform/context/app.ts';
import { replies } from '../../platform/http/envelope.ts';
import { pictureAddresses } from '../../platform/http/picture-addresses.ts';
import { eventTypes } from './all-events.ts';
import { followFeed } from './follow-feed.ts';
import type { FeedPage } from './read-feed.ts';
import { createStreamLimiter, readTypes } from './rules.ts';
import { eventStream, streamHeaders, streamQuery, toEvent } from './schemas.ts';
import { watchFeed } from './watch-feed.ts';

/** Well below the 15 s after which the server closes an idle connection. */
const heartbeat_ms = 10_000;
const retry_ms = 2_000;
const streams_at_once = 10;

export async function streamRoute(app: App): Promise<void> {
  const { database } = app.services;
  const watcher = watchFeed(database);
  const limiter = createStreamLimiter(streams_at_once);

  app.get(
    '/events/stream',
    {
      config: { permission: 'events:read' },
      schema: {
        operationId: 'streamEvents',
        summary: 'Stream events as they happen, in order and without gaps',
        description: `Starts after \`Last-Event-ID\`, or with new events. At most ${streams_at_once} concurrent streams per user. A stream ends with its session.`,
        tags: ['Events'],
        headers: streamHeaders,
        querystring: streamQuery,
        response: replies({ 200: eventStream }),
      },
    },
    async (request, reply) => {
      const types = readTypes(request.query.types, Object.keys(eventTypes));
      const header = request.headers['last-event-id'];
      const position = header ?? request.query.last_event_id;
      const field =
        header === undefined ? (request.clientFieldNames.get('last_event_id') ?? 'last_event_id') : 'Last-Event-ID';
      const start = { after: position === undefined ? null : BigInt(position), types, field };
      const signal = endSignal(reply, app.draining);
      limiter.acquire(request.actor.user_id, signal);
      const options = { watcher, reader: () => app.authentication.currentActor(request), signal, heartbeat_ms };
      const addressOf = pictureAddresses(request);
      const { after, pages } = await followFeed(database, start, options);
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(messages(pages, after, (row) => toEvent(row, request.actor.merchant.id, addressOf))));
    },
  );
}

/** Aborted when the client disconnects or the service stops. The client then reconnects and resumes where it was. */
function endSignal(reply: FastifyReply, draining: AbortSignal): AbortSignal {
  const end = new AbortController();
  reply.raw.once('close', () => end.abort());
  const disconnect = () => reply.raw.destroy();
  // A listener that is added after the signal is not called.
  if (draining.aborted) disconnect();
  else draining.addEventListener('abort', disconnect, { signal: end.signal });
  return end.signal;
}

/**
 * The text of the stream. The socket reads it only as fast as the client reads. If the client stops reading, the
 * server's timeout closes the connection.
 */
async function* messages(
  pages: AsyncIterable<FeedPage>,
  after: bigint,
  render: (row: FeedPage['events'][number]) => object,
): AsyncGenerator<string> {
  // Sends the position at once and with every heartbeat, so that a client resumes from there even if no event matched
  // its types.
  yield `retry: ${retry_ms}\nid: ${after}\n\n`;
  try {
    for await (const { events, cursor } of pages) {
      for (const row of events)
        yield `id: ${row.sequence}\nevent: ${row.type}\ndata: ${JSON.stringify(render(row))}\n\n`;
      if (events.length === 0) yield `: still here\nid: ${cursor}\n\n`;
    }
  } catch (error) {
    // The user may no longer read the feed from here, or the database is not available. The stream ends, and the next
    // request gets the error.
    if (!(error instanceof AppError)) throw error;
  }
}
