import type { Merchant } from './actor.ts';
import type { Timestamp } from './clock.ts';

/** The actor, as stored with the change. */
export interface StoredActor {
  /** `null` for the service itself. */
  user_id: string | null;
  session_id?: string | undefined;
  /** The network address of the request. */
  address?: string;
  /** The API key that was used. */
  api_key?: { id: string } | undefined;
}

/**
 * A change, recorded in the transaction that made it, in the terms of its feature. The feature's `events.ts` renders it
 * for clients.
 */
export interface DomainEvent {
  /** `sale.completed` */
  type: string;
  /** The record that changed. */
  subject_id: string;
  /** The data that `events.ts` renders. */
  payload: unknown;
  /** The record before the change, for the audit trail. */
  previous?: unknown;
  ctx: { actor: StoredActor & { merchant: Merchant }; now: Timestamp };
}

/** An entry of the audit trail that is not an event. `before` and `after` are stored unchanged. */
export interface AuditNote {
  /** `session.started` */
  action: string;
  subject_id: string | null;
  before?: object;
  after?: object;
  by: StoredActor;
  now: Timestamp;
}
