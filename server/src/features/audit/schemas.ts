import { type Static, Type } from 'typebox';
import { id, nullable, timestamp } from '../../http/fields.ts';
import { pagingQuery } from '../../http/paging.ts';
import type { EntryRow } from './queries.ts';

const dayOrTime = () =>
  Type.Optional(Type.String({ format: 'date-or-time', description: 'Included: a day on the merchant’s calendar, or a timestamp' }));

export const auditQuery = Type.Object({
  ...pagingQuery,
  user_id: Type.Optional(id()),
  subject_id: Type.Optional(id()),
  action: Type.Optional(
    Type.String({ maxLength: 2_000, format: 'text', description: 'Comma-separated; `product.*` means all that begin so' }),
  ),
  start_date: dayOrTime(),
  end_date: dayOrTime(),
});

const fields = (description: string) => nullable(Type.Unsafe<object>({ type: 'object', additionalProperties: true, description }));

export const entry = Type.Object({
  id: id(),
  action: Type.String({ description: 'What was done: a type of event, or of what nobody else is told, like `session.started`' }),
  subject_id: nullable(Type.String({ description: 'The record it was done to' })),
  subject_name: nullable(Type.String({ description: 'What a product, customer or member of the staff is called now; null for others' })),
  user_id: nullable(Type.String({ description: 'Who did it; null where nobody asked for it' })),
  user_name: nullable(Type.String()),
  session_id: nullable(Type.String({ description: 'Where they were signed in' })),
  address: nullable(Type.String({ description: 'The network address they asked from' })),
  before: fields('The fields that were changed, as they were; all of what was deleted'),
  after: fields('The same as they are since; all of what was created'),
  created_at: timestamp(),
});

const read = (text: string | null) => (text === null ? null : (JSON.parse(text) as object));

export const toEntry = ({ before, after, ...row }: EntryRow): Static<typeof entry> => ({
  ...row,
  before: read(before),
  after: read(after),
});
