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

/** What the whole application shares, built once in main. */
export interface Services {
  readonly config: Config;
  /** No other process works on this database: what is kept in memory is right by itself. */
  readonly isAlone: boolean;
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly clock: Clock;
  readonly storage: Storage;
  /** Asks for work in the background, whichever process does it. */
  readonly jobs: JobQueue;
  readonly push: Push;
  readonly pages: Pages;
  /** Sends mail, where a server is set up. */
  readonly mailer?: Mailer | undefined;
  /** Signs access tokens and fingerprints; at least 32 characters. */
  readonly secret: string;
  /** False from the moment the service is told to stop. */
  readonly isServing: () => boolean;
  readonly isDatabaseAlive: () => Promise<boolean>;
  /** Where requests are counted, if neither in memory nor in the database. */
  readonly counters?: Counters | undefined;
  /** The other processes of this service on this machine, where there are some. */
  readonly siblings?: Siblings | undefined;
}

/** Processes that answer the same requests. What one keeps in memory another may have changed. */
export interface Siblings {
  /** Settles when all of them have forgotten it. */
  forget(what: Forgotten): Promise<void>;
  /** Told of what another wants forgotten. */
  onForget(listener: (what: Forgotten) => void): void;
  /** The figures of all of them together, as Prometheus' text. */
  figures(): Promise<string>;
  /** Asked for those of this process. */
  onFiguresAsked(listener: () => Promise<Figures>): void;
}

/** By their ids. */
export type Forgotten = { sessions: readonly string[] } | { merchant: string };

/** Metrics as prom-client passes them from process to process. */
export type Figures = readonly object[];

/** Somebody’s place at a merchant, wherever they are signed in. */
export type Member = Omit<Actor, 'session_id' | 'address' | 'api_key'>;

/** An API key as its merchant keeps it. */
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
  /** Whether the person signs in with more than a password. */
  has_second_factor: boolean;
}

/** Answered by the rooms that keep sessions and memberships. */
export interface Identification {
  /** The living session's user, and the merchant that a request without X-Merchant-ID means; `undefined` once it ended. */
  findSession(global: Handle, session_id: string, now: Timestamp): Promise<FoundSession | undefined>;
  /** The key of this hash; `undefined` if the merchant has none, or no longer. */
  findApiKey(handle: Handle, key_hash: Buffer, now: Timestamp): Promise<FoundKey | undefined>;
  /** The person's place at a merchant; `undefined` when they have none, or no longer. */
  findMember(handle: Handle, user_id: string): Promise<Member | undefined>;
}
