import { type Static, Type } from 'typebox';
import type { AddressOf } from '../../core/pictures.ts';
import { eventWith } from '../../platform/http/event-type.ts';
import type { EventRow } from './queries.ts';
import { type FeedPage, renderEvent } from './read-feed.ts';

const positionField = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{1,18}$', 'x-sentence': 'must be a number', description }));

const types = Type.Optional(
  Type.String({ maxLength: 2_000, description: 'Comma-separated; `sale.*` means all with that prefix' }),
);

export const feedQuery = Type.Object({
  after: positionField(
    '`meta.next_cursor` of the previous page, or the `sequence` of an event; default: the oldest kept',
  ),
  types,
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
});

export const streamQuery = Type.Object({
  last_event_id: positionField(
    'For clients that cannot send the header; without both, the stream starts with new events',
  ),
  types,
});

export const streamHeaders = Type.Object({
  'last-event-id': positionField(
    'The `id` of the last message that was read; the stream starts with the events after it',
  ),
});

export const eventStream = Type.Unsafe<NodeJS.ReadableStream>({
  description:
    'Server-Sent Events: `id` is the sequence, `event` the type, and `data` the event as in `GET /events`, on one line',
  content: { 'text/event-stream': { schema: { type: 'string' } } },
});

export const event = eventWith(
  Type.Unsafe<unknown>({
    type: 'object',
    additionalProperties: true,
    description: 'The record as the API showed it at that time; its schema depends on the type, see `webhooks`',
  }),
);

export const feedPage = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(event),
  meta: Type.Object({ next_cursor: Type.String(), has_more: Type.Boolean() }),
});

export const toEvent: (row: EventRow, merchant_id: string, addressOf: AddressOf) => Static<typeof event> = renderEvent;

export const toFeedPage = (
  { events, cursor, has_more }: FeedPage,
  merchant_id: string,
  addressOf: AddressOf,
): Static<typeof feedPage> => ({
  success: true,
  data: events.map((row) => toEvent(row, merchant_id, addressOf)),
  meta: { next_cursor: String(cursor), has_more },
});
