import type { RawBuilder } from 'kysely';
import type { AuditNote, DomainEvent } from '../../core/domain-event.ts';
import type { Statement } from './statement.ts';
import type { Tables } from './tables.ts';
import type { TenantCache } from './tenant-caches.ts';

/** Runs statements for one merchant: row security shows it that merchant's rows and no others. */
export interface Handle {
  readonly merchant_id: string;
  /** What may be remembered instead of asked for; never inside a transaction, and only where no other process writes. */
  readonly cache?: TenantCache;
  many<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** The one row; for statements that always find one. */
  one<Row>(statement: Statement<Row>): Promise<Row>;
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
  /** How many rows were changed. */
  run(statement: Statement<unknown>): Promise<number>;
}

/** A handle inside an open transaction. Only what must be all or nothing asks for one. */
export interface Transaction extends Handle {
  /** Runs `work` for another merchant inside the same transaction: for one that the transaction creates, say. */
  withTenant<T>(merchant_id: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A part of the transaction that may be refused without spoiling the rest: what it did is undone then, and the refusal comes out. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Records an event. It is written before the commit, and lost with a rollback. */
  emit(event: DomainEvent): void;
  /** Records an entry for the audit trail alone, without an event. */
  audit(note: AuditNote): void;
  /** Queues a write of one table that returns nothing. Queued writes are sent together, in order, before the next statement or the commit. */
  queueWrite(table: keyof Tables, write: RawBuilder<unknown>): void;
  /** Sends the first read of each lookup as one statement. */
  batchReads<Results>(lookups: (handle: Handle) => Promise<Results>): Promise<Results>;
}

/** Writes the events and audit notes of a transaction into its outbox, inside it. */
export type OutboxWriter = (tx: Transaction, domainEvents: readonly DomainEvent[], notes: readonly AuditNote[]) => void;

export interface Database {
  /** Each statement by itself, on whichever connection is free. */
  reader(merchant_id: string): Handle;
  /** Tables that belong to no merchant: people, sessions, counters. */
  readonly global: Handle;
  /** All or nothing. Tried again, a few times, after a deadlock or a serialization failure. */
  transaction<T>(merchant_id: string, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Several reads that see one and the same moment. */
  snapshot<T>(merchant_id: string, work: (handle: Handle) => Promise<T>, options?: SnapshotOptions): Promise<T>;
  /** Calls the listener after each commit of this process that has events. */
  onEmitted(listener: CommitListener): void;
  /** @throws AppError UNAVAILABLE where the disk is almost full, and only what makes room or is small may be written. */
  checkRoom(): void;
}

interface TransactionOptions {
  /** Each statement is planned once for a connection, whatever it is given: for what is done often, finds all by its keys, and would be planned longer than carried out. */
  keeps_plans?: boolean;
  /** How long a statement may take, for what reads a whole history. */
  patience_ms?: number;
}

type SnapshotOptions = Pick<TransactionOptions, 'patience_ms'>;

/** Hears whose events were committed, and of which types. It must not throw and must be quick: the commit waits for it. */
export type CommitListener = (merchant_id: string, types: ReadonlySet<string>) => void;
