import type { RawBuilder } from 'kysely';
import type { Happening, Note } from '../kernel/happening.ts';
import type { MerchantMemory } from './memory.ts';
import type { Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** Runs statements for one merchant: row security shows it that merchant's rows and no others. */
export interface Handle {
  readonly merchant_id: string;
  /** What may be remembered instead of asked for; never inside a transaction, and only where no other process writes. */
  readonly memory?: MerchantMemory;
  many<Row>(statement: Statement<Row>): Promise<Row[]>;
  /** The one row; for statements that always find one. */
  one<Row>(statement: Statement<Row>): Promise<Row>;
  first<Row>(statement: Statement<Row>): Promise<Row | undefined>;
  /** How many rows were changed. */
  run(statement: Statement<unknown>): Promise<number>;
}

/** A handle inside an open transaction. Only what must be all or nothing asks for one. */
export interface Transaction extends Handle {
  /** Works for another merchant inside the same transaction: a new one, say, which could not be known when it began. */
  actingFor<T>(merchant_id: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A part of the transaction that may be refused without spoiling the rest: what it did is undone then, and the refusal comes out. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Something that happened here: it is written down before the commit, if it comes to that. */
  tell(happening: Happening): void;
  /** Something that only the audit hears of. */
  note(note: Note): void;
  /** A write of one table that returns nothing: it goes to the database with others like it, in their order, before the next statement or the commit. */
  defer(table: keyof Tables, write: RawBuilder<unknown>): void;
  /** What the lookups ask first of the handle that is lent to them, in one statement. */
  together<Results>(lookups: (handle: Handle) => Promise<Results>): Promise<Results>;
}

/** Writes down what was told and noted in a transaction, in it. */
export type Chronicle = (tx: Transaction, happenings: readonly Happening[], notes: readonly Note[]) => void;

export interface Database {
  /** Each statement by itself, on whichever connection is free. */
  reader(merchant_id: string): Handle;
  /** Tables that belong to no merchant: people, sessions, counters. */
  readonly global: Handle;
  /** All or nothing. Tried again, a few times, after a deadlock or a serialization failure. */
  transaction<T>(merchant_id: string, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Several reads that see one and the same moment. */
  snapshot<T>(merchant_id: string, work: (handle: Handle) => Promise<T>, options?: SnapshotOptions): Promise<T>;
  /** From here on it hears of each transaction of this process in which something was told, once that is committed. */
  onTold(listener: ToldListener): void;
  /** @throws Refusal UNAVAILABLE where the disk is almost full, and only what makes room or is small may be written. */
  checkRoom(): void;
}

interface TransactionOptions {
  /** Each statement is planned once for a connection, whatever it is given: for what is done often, finds all by its keys, and would be planned longer than carried out. */
  keeps_plans?: boolean;
  /** How long a statement may take, for what reads a whole history. */
  patience_ms?: number;
}

type SnapshotOptions = Pick<TransactionOptions, 'patience_ms'>;

/** Told of which merchant there is news, and of which types. It must neither throw nor take its time: whoever committed waits for it. */
export type ToldListener = CommitListener;

export type CommitListener = (merchant_id: string, types: ReadonlySet<string>) => void;
