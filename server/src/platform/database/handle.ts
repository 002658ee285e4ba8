import type { RawBuilder } from 'kysely';
import type { AuditNote, DomainEvent } from '../../core/domain-event.ts';
import type { Statement } from './statement.ts';
import type { Tables } from './tables.ts';
import type { TenantCache } from './tenant-caches.ts';

/** Runs statements for one merchant: row security shows only that merchant's rows. */
export interface Handle {
  readonly merchant_id: string;
  /** Caches reads; never inside a transaction, and only if no other process writes. */
  readonly cache?: TenantCache;
  many<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** The one row, for statements that always return exactly one. */
  one<Row>(statement: Statement<Row>): Promise<Row>;
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
  /** @returns the number of changed rows */
  run(statement: Statement<unknown>): Promise<number>;
}

/** A handle inside an open transaction. Functions whose statements must be atomic take one. */
export interface Transaction extends Handle {
  /** Runs `work` for another merchant inside the same transaction, for example one that the transaction creates. */
  withTenant<T>(merchant_id: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs a part of the transaction in a savepoint. If it throws an AppError, its changes are rolled back, the error is
   * rethrown, and the transaction can continue.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Records an event. It is written before the commit, and lost with a rollback. */
  emit(event: DomainEvent): void;
  /**
   * Writes the events and audit entries that were recorded so far. For a transaction with many large ones, which would
   * all be in memory at the commit. Not inside of `attempt`, whose rollback would lose those from before it.
   */
  writeOutbox(): Promise<void>;
  /** Records an entry for the audit trail alone, without an event. */
  audit(note: AuditNote): void;
  /**
   * Queues a write of one table that returns nothing. Queued writes are sent together, in order, before the next
   * statement or the commit.
   */
  queueWrite(table: keyof Tables, write: RawBuilder<unknown>): void;
  /** Sends the first read of each lookup as one statement. */
  batchReads<Results>(lookups: (handle: Handle) => Promise<Results>): Promise<Results>;
}

/** Writes the events and audit notes of a transaction into its outbox, inside it. */
export type OutboxWriter = (tx: Transaction, domainEvents: readonly DomainEvent[], notes: readonly AuditNote[]) => void;

export interface Database {
  /** Runs each statement outside of a transaction, on any free connection. */
  reader(merchant_id: string): Handle;
  /** For tables that belong to no merchant: users, sessions, counters. */
  readonly global: Handle;
  /** Runs a transaction. Retries it a few times after a deadlock or a serialization failure. */
  transaction<T>(merchant_id: string, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Several reads of the same snapshot. */
  snapshot<T>(merchant_id: string, work: (handle: Handle) => Promise<T>): Promise<T>;
  /** Calls the listener after each commit of this process that has events. */
  onEmitted(listener: CommitListener): void;
  /**
   * @throws AppError UNAVAILABLE if the disk is almost full. Then only small writes and those that free space are
   * allowed.
   */
  checkDiskSpace(): void;
}

interface TransactionOptions {
  /**
   * Uses a generic plan for each statement, made once per connection: for frequent statements that find rows by key,
   * whose planning takes longer than their execution.
   */
  generic_plans?: boolean;
  /** The caller limits how many of these run for a merchant at once, so they do not count in its share of connections. */
  has_own_limit?: boolean;
  /** The statement timeout, for reads of a whole history. */
  timeout_ms?: number;
}

/**
 * Receives the merchant and the types of committed events. It must not throw and must be fast: the commit waits for it.
 */
export type CommitListener = (merchant_id: string, types: ReadonlySet<string>) => void;
