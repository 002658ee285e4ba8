import { type Static, Type } from 'typebox';
import { eventWith } from '../../http/event-type.ts';
import type { EventRow } from './queries.ts';
import type { FeedPage } from './read-feed.ts';

export const feedQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: '^\\d{1,18}$',
      'x-sentence': 'must be a number',
      description: '`meta.next_cursor` of the page before, or the `sequence` of an event; the oldest kept when left out',
    }),
  ),
  types: Type.Optional(Type.String({ maxLength: 2_000, description: 'Comma-separated; `sale.*` means all that begin so' })),
  limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }),
});

export const event = eventWith(
  Type.Unsafe<unknown>({
    type: 'object',
    additionalProperties: true,
    description: 'As the interface showed it at that moment; its shape is that of the type, described under `webhooks`',
  }),
);

export const feedPage = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(event),
  meta: Type.Object({ next_cursor: Type.String(), has_more: Type.Boolean() }),
});

/** What subscribers get of an event, by whatever way. */
export const toEvent = ({ payload, created_at, sequence, ...row }: EventRow, merchant_id: string): Static<typeof event> => ({
  id: row.id,
  type: row.type,
  timestamp: created_at,
  sequence: Number(sequence),
  merchant_id,
  subject_id: row.subject_id,
  user_id: row.user_id,
  data: JSON.parse(payload) as unknown,
});

export const toFeedPage = ({ events, cursor, has_more }: FeedPage, merchant_id: string): Static<typeof feedPage> => ({
  success: true,
  data: events.map((row) => toEvent(row, merchant_id)),
  meta: { next_cursor: String(cursor), has_more },
});
