import type { TSchema } from 'typebox';
import type { Merchant } from '../kernel/actor.ts';

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

export type EventTypes = Readonly<Record<string, EventType>>;
