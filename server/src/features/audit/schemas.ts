import { type Static, Type } from 'typebox';
import { type AddressOf, withAddresses } from '../../core/pictures.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import { amount, id, nullable, timestamp } from '../../platform/validation/fields.ts';
import type { EntryRow, PriceRow } from './queries.ts';

const dayOrTime = () =>
  Type.Optional(
    Type.String({ format: 'date-or-time', description: 'Included: a day on the merchant’s calendar, or a timestamp' }),
  );

export const auditQuery = Type.Object({
  ...pagingQuery,
  user_id: Type.Optional(id()),
  subject_id: Type.Optional(id()),
  action: Type.Optional(
    Type.String({
      maxLength: 2_000,
      format: 'text',
      description: 'Comma-separated; `product.*` means all that begin so',
    }),
  ),
  start_date: dayOrTime(),
  end_date: dayOrTime(),
});

const fields = (description: string) =>
  nullable(Type.Unsafe<object>({ type: 'object', additionalProperties: true, description }));

export const entry = Type.Object({
  id: id(),
  action: Type.String({ description: 'A type of event, or an action without an event, such as `session.started`' }),
  subject_id: nullable(Type.String({ description: 'The changed record' })),
  subject_name: nullable(
    Type.String({
      description:
        'The current name of a product, customer, staff member or API key, and the code of a refunded sale; null for others',
    }),
  ),
  user_id: nullable(Type.String({ description: 'The user; null for actions of the service' })),
  user_name: nullable(Type.String()),
  session_id: nullable(Type.String({ description: 'The session of the user' })),
  api_key_id: nullable(Type.String({ description: 'The API key that did it on behalf of the user who created it' })),
  api_key_name: nullable(Type.String()),
  address: nullable(Type.String({ description: 'The network address of the request' })),
  before: fields('The fields that were changed, as they were; all of what was deleted'),
  after: fields('The same as they are since; all of what was created'),
  created_at: timestamp(),
});

const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as object));

export const toEntry = ({ before, after, ...row }: EntryRow, addressOf: AddressOf): Static<typeof entry> => ({
  ...row,
  before: withAddresses(parse(before), addressOf),
  after: withAddresses(parse(after), addressOf),
});

export const pricesQuery = Type.Object(pagingQuery);

const prices = (description: string) =>
  Type.Object({ price: Type.Optional(amount()), cost: Type.Optional(amount()) }, { description });

export const priceChange = Type.Object({
  id: id(),
  before: nullable(prices('What was changed, as it was; null where the product was new')),
  after: prices('The same as it was from then on'),
  user_id: nullable(Type.String({ description: 'The user who did it' })),
  user_name: nullable(Type.String()),
  created_at: timestamp(),
});

export function toPriceChange(
  { before, after, ...row }: PriceRow,
  fields: readonly string[],
): Static<typeof priceChange> {
  const pick = (text: string | null) => {
    const values = (parse(text) ?? {}) as Record<string, unknown>;
    return Object.fromEntries(fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])));
  };
  return { ...row, before: before === null ? null : pick(before), after: pick(after) };
}
