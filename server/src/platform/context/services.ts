import type { Actor } from '../../core/actor.ts';
import type { Branches } from '../../core/branches.ts';
import type { Clock, Timestamp } from '../../core/clock.ts';
import type { Config } from '../config/config.ts';
import type { Counters } from '../counters/counters.ts';
import type { Database, Handle } from '../database/handle.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Pages } from '../pages/pages.ts';
import type { Push } from '../push/push.ts';
import type { Storage } from '../storage/storage.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** The services that the whole application shares, built once in main. */
export interface Services {
  readonly config: Config;
  /** No other process uses this database, so caches in memory are always current. */
  readonly isAlone: boolean;
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly storage: Storage;
  /** Queues background work for any of the processes. */
  readonly jobs: JobQueue;
  readonly push: Push;
  readonly pages: Pages;
  /** Sends mail, if a mail server is configured. */
  readonly mailer?: Mailer | undefined;
  /** Signs access tokens and fingerprints; at least 32 characters. */
  readonly secret: string;
  /** False as soon as the service begins to stop. */
  readonly isServing: () => boolean;
  readonly isDatabaseAlive: () => Promise<boolean>;
  /** Counts requests in Redis, if that is configured. */
  readonly counters?: Counters | undefined;
}

/** A user's membership of a merchant, independent of sessions. */
export type Member = Omit<Actor, 'session_id' | 'address' | 'api_key'>;

/** A stored API key. */
export interface FoundKey {
  id: string;
  name: string;
  permissions: readonly string[];
  branch_ids: Branches;
  created_by: string;
  expires_at: Timestamp | null;
}

export interface FoundSession {
  user_id: string;
  home_merchant_id: string;
  /** Whether the user has a second factor. A session by PIN has none. */
  has_second_factor: boolean;
  /** Of a session by PIN; null for one by password or passkey. */
  pin: PinScope | null;
}

/** A session by PIN is for one merchant and one device. */
export interface PinScope {
  merchant_id: string;
  device_id: string;
  /** The user who registered the device. */
  device_user_id: string;
}

/** Implemented by the features that store sessions and memberships. */
export interface Identification {
  /** The session's user, and the merchant of requests without X-Merchant-ID; `undefined` after it has ended. */
  findSession(global: Handle, session_id: string, now: Timestamp): Promise<FoundSession | undefined>;
  /** Lets an open session by PIN end later. */
  extendPinSession(global: Handle, session_id: string, now: Timestamp): Promise<unknown>;
  /** The key with this hash; `undefined` if the merchant does not have it, or no longer has it. */
  findApiKey(handle: Handle, key_hash: Buffer, now: Timestamp): Promise<FoundKey | undefined>;
  /** The user's membership of the merchant; `undefined` if there is none, or no longer one. */
  findMember(handle: Handle, user_id: string): Promise<Member | undefined>;
}
