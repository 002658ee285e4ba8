import { type TSchema, Type } from 'typebox';
import type { Merchant } from '../../core/actor.ts';
import { id, nullable, timestamp } from '../validation/fields.ts';

/** A type of event, as subscribers receive it. */
export interface EventType {
  summary: string;
  /** The schema of its `data`. */
  payload: TSchema;
  render(emitted: unknown, merchant: Merchant): unknown;
}

/** @param render converts the emitted payload to the shape of the API */
export const eventType = <Emitted>(
  summary: string,
  payload: TSchema,
  render: (emitted: Emitted, merchant: Merchant) => unknown,
): EventType => ({
  summary,
  payload,
  // The type is not checked here. A test validates every rendered payload against its schema.
  render: (emitted, merchant) => render(emitted as Emitted, merchant),
});

/** An event as subscribers receive it, by webhook or stream, with these data. */
export const eventWith = <Data extends TSchema>(data: Data) =>
  Type.Object({
    id: id(),
    type: Type.String(),
    timestamp: timestamp(),
    sequence: Type.Integer({ description: 'Increases by one with each event of the merchant' }),
    merchant_id: id(),
    subject_id: Type.String({ format: 'uuid', description: 'The record that the event is about' }),
    user_id: nullable(Type.String({ description: 'The user who did it' })),
    api_key_id: nullable(
      Type.String({
        description: 'The API key that did it on behalf of the user who created it; null for a signed-in user',
      }),
    ),
    data,
  });

export type EventTypes = Readonly<Record<string, EventType>>;
