import type { Merchant } from './actor.ts';
import type { Timestamp } from './clock.ts';

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
  /** Whose deed it was, and when; `null` where nobody asked for it. */
  deed: { actor: { user_id: string | null; merchant: Merchant }; now: Timestamp };
}
