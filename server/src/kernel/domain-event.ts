import type { Merchant } from './actor.ts';
import type { Timestamp } from './clock.ts';

/** Who did something, as far as it is written down beside what they did. */
export interface Doer {
  /** `null` where nobody asked for it. */
  user_id: string | null;
  session_id?: string | undefined;
  /** The network address that they asked from. */
  address?: string;
  /** The API key that acted in their name. */
  api_key?: { id: string } | undefined;
}

/**
 * Something that happened, told in the transaction in which it did, in the terms of the room where it did. How it looks from outside is
 * said by that room's `events.ts`.
 */
export interface Happening {
  /** `sale.completed` */
  type: string;
  /** The record that it happened to. */
  subject_id: string;
  /** What `events.ts` makes the payload of. */
  fact: unknown;
  /** The same of before, where the record was there and was changed: for the audit. */
  was?: unknown;
  deed: { actor: Doer & { merchant: Merchant }; now: Timestamp };
}

/** Something that only the audit hears of. What it was and is stands there as it is written here. */
export interface Note {
  /** `session.started` */
  action: string;
  subject_id: string | null;
  before?: object;
  after?: object;
  by: Doer;
  now: Timestamp;
}
