import { type TSchema, Type } from 'typebox';
import type { Merchant } from '../../core/actor.ts';
import { id, nullable, timestamp } from '../validation/fields.ts';

/** A type of event, as subscribers receive it. */
export interface EventType {
  summary: string;
  /** The schema of its `data`. */
  payload: TSchema;
  render(fact: unknown, merchant: Merchant): unknown;
}

/** @param render makes the payload from the event that the operation emitted, in the shape that the API shows */
export const eventType = <Fact>(
  summary: string,
  payload: TSchema,
  render: (fact: Fact, merchant: Merchant) => unknown,
): EventType => ({
  summary,
  payload,
  // An operation emits what the events.ts of its feature expects: a test validates every payload against its schema.
  render: (fact, merchant) => render(fact as Fact, merchant),
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
