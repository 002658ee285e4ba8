import { type TSchema, Type } from 'typebox';
import type { Merchant } from '../../core/actor.ts';
import { id, nullable, timestamp } from '../validation/fields.ts';

/** A type of event, as subscribers hear of it. */
export interface EventType {
  summary: string;
  /** Of its `data`. */
  payload: TSchema;
  render(fact: unknown, merchant: Merchant): unknown;
}

/** @param render makes the payload of what the operation told: the same that the interface shows */
export const eventType = <Fact>(summary: string, payload: TSchema, render: (fact: Fact, merchant: Merchant) => unknown): EventType => ({
  summary,
  payload,
  // An operation tells what its room's events.ts takes: a test holds every payload against its schema.
  render: (fact, merchant) => render(fact as Fact, merchant),
});

/** An event as subscribers get it, by whatever way, with these data. */
export const eventWith = <Data extends TSchema>(data: Data) =>
  Type.Object({
    id: id(),
    type: Type.String(),
    timestamp: timestamp(),
    sequence: Type.Integer({ description: 'Counts up by one from event to event of the merchant' }),
    merchant_id: id(),
    subject_id: Type.String({ format: 'uuid', description: 'The record that it happened to' }),
    user_id: nullable(Type.String({ description: 'Who did it' })),
    api_key_id: nullable(
      Type.String({ description: 'The API key that did it in the name of its maker; null for a person who is signed in' }),
    ),
    data,
  });

export type EventTypes = Readonly<Record<string, EventType>>;
