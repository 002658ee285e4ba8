import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../core/errors.ts';
import type { App } from '../../platform/context/app.ts';
import { replies } from '../../platform/http/envelope.ts';
import { pictureAddresses } from '../../platform/http/picture-addresses.ts';
import { eventTypes } from './all-events.ts';
import { followFeed } from './follow-feed.ts';
import type { FeedPage } from './read-feed.ts';
import { createSeats, readTypes } from './rules.ts';
import { eventStream, streamHeaders, streamQuery, toEvent } from './schemas.ts';
import { watchFeed } from './watch-feed.ts';

/** Well below the 15 s after which the server closes a silent connection. */
const beat_ms = 10_000;
const retry_ms = 2_000;
const streams_at_once = 10;

export async function streamRoute(app: App): Promise<void> {
  const { database } = app.services;
  const watch = watchFeed(database);
  const seats = createSeats(streams_at_once);

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
      const sent = request.headers['last-event-id'];
      const place = sent ?? request.query.last_event_id;
      const field =
        sent === undefined ? (request.clientFieldNames.get('last_event_id') ?? 'last_event_id') : 'Last-Event-ID';
      const wish = { after: place === undefined ? null : BigInt(place), types, field };
      const signal = endOf(reply, app.draining);
      seats.take(request.actor.user_id, signal);
      const following = { watch, reader: () => app.authentication.currentActor(request), signal, beat_ms };
      const addressOf = pictureAddresses(request);
      const { after, pages } = await followFeed(database, wish, following);
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(messages(pages, after, (row) => toEvent(row, request.actor.merchant.id, addressOf))));
    },
  );
}

/** Aborted when the client disconnects or the service stops. The client then reconnects and resumes where it was. */
function endOf(reply: FastifyReply, draining: AbortSignal): AbortSignal {
  const end = new AbortController();
  reply.raw.once('close', () => end.abort());
  const leave = () => reply.raw.destroy();
  // A listener that is added after the signal is not called.
  if (draining.aborted) leave();
  else draining.addEventListener('abort', leave, { signal: end.signal });
  return end.signal;
}

/** Pulled by the socket as it drains. If the client stops reading, the server's timeout closes the connection. */
async function* messages(
  pages: AsyncIterable<FeedPage>,
  after: bigint,
  show: (row: FeedPage['events'][number]) => object,
): AsyncGenerator<string> {
  // Sends the position at once and with every heartbeat, so that a client resumes from there even if no event matched
  // its types.
  yield `retry: ${retry_ms}\nid: ${after}\n\n`;
  try {
    for await (const { events, cursor } of pages) {
      for (const row of events) yield `id: ${row.sequence}\nevent: ${row.type}\ndata: ${JSON.stringify(show(row))}\n\n`;
      if (events.length === 0) yield `: still here\nid: ${cursor}\n\n`;
    }
  } catch (error) {
    // The session, the right, the position or the database is gone: the stream ends, and the next request gets the
    // error.
    if (!(error instanceof AppError)) throw error;
  }
}
