import type { Deed } from './actor.ts';

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
  deed: Deed;
}
