import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Happening, Note } from '../kernel/happening.ts';
import { nobody } from '../kernel/ids.ts';
import { Refusal } from '../kernel/refusal.ts';
import { isWorthAnotherTry, lostItsConnection, refusalFrom } from './failure.ts';
import { type Manner, onOneMachine } from './manner.ts';
import type { Memory, MerchantMemory } from './memory.ts';
import { handleOf } from './run-statement.ts';
import type { Statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { byItself, inTransaction } from './transaction.ts';

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

/** Told of which merchant there is news. It must neither throw nor take its time: whoever committed waits for it. */
export type ToldListener = (merchant_id: string) => void;

/** Told of which types, too. */
export type CommitListener = (merchant_id: string, types: ReadonlySet<string>) => void;

const triesAtMost = 5;

const boundTo = new WeakMap<pg.PoolClient, string>();
const opened = new WeakSet<pg.PoolClient>();

interface DatabaseOptions {
  chronicle?: Chronicle;
  hasRoom?: () => boolean;
  /** Where no other process writes. */
  memory?: Memory | undefined;
  /** One machine, when left out. */
  manner?: Manner;
}

export function createDatabase(pool: pg.Pool, options: DatabaseOptions = {}): Database {
  const { chronicle, hasRoom = () => true, memory, manner = onOneMachine } = options;
  const listeners: ToldListener[] = [];
  const onTold: CommitListener = (merchant_id, types) => {
    memory?.changed(merchant_id, types);
    for (const listener of listeners) listener(merchant_id);
  };
  const lend = <T>(merchant_id: string, work: (client: pg.PoolClient) => Promise<T>) => onClient(pool, { manner, merchant_id }, work);
  const readerOf = (merchant_id: string, { isBound }: { isBound: boolean }): Handle => ({
    ...handleOf(merchant_id, (statement) => lend(merchant_id, (client) => byItself(client, { merchant_id, manner, isBound }, statement))),
    ...(memory === undefined ? {} : { memory: memory.of(merchant_id) }),
  });
  return {
    reader: (merchant_id) => readerOf(merchant_id, { isBound: true }),
    // What belongs to nobody is under no row security.
    global: readerOf(nobody, { isBound: false }),
    transaction: (merchant_id, work, { keeps_plans = false, patience_ms } = {}) =>
      withRetries(() =>
        lend(merchant_id, (client) =>
          inTransaction(client, { begin: 'begin', keeps_plans, merchant_id, manner, patience_ms, chronicle, onTold }, work),
        ),
      ),
    snapshot: (merchant_id, work, { patience_ms } = {}) =>
      lend(merchant_id, (client) =>
        inTransaction(client, { begin: 'begin isolation level repeatable read, read only', merchant_id, manner, patience_ms }, work),
      ),
    onTold(listener) {
      listeners.push(listener);
    },
    checkRoom() {
      if (!hasRoom())
        throw new Refusal('UNAVAILABLE', 'The disk is almost full, nothing can be changed for now', [], { retry_after_s: 10 });
    },
  };
}

/** Lends a client that is bound to the merchant, where that lasts; the setting is sent again only when it changes. */
async function onClient<T>(
  pool: pg.Pool,
  { manner, merchant_id }: { manner: Manner; merchant_id: string },
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw refusalFrom(error);
  }
  let broken = false;
  try {
    await (manner.opening === undefined ? bind(client, merchant_id) : open(client, manner.opening));
    return await work(client);
  } catch (error) {
    // A client that lost its connection, or stopped waiting for an answer still to come, must not be lent again.
    broken = lostItsConnection(error);
    throw refusalFrom(error);
  } finally {
    client.release(broken);
  }
}

async function bind(client: pg.PoolClient, merchant_id: string): Promise<void> {
  if (boundTo.get(client) === merchant_id) return;
  boundTo.delete(client);
  await client.query({ name: 'bind', text: `select set_config('app.merchant_id', $1, false)`, values: [merchant_id] });
  boundTo.set(client, merchant_id);
}

async function open(client: pg.PoolClient, opening: string): Promise<void> {
  if (opened.has(client)) return;
  await client.query(opening);
  opened.add(client);
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= triesAtMost || !isWorthAnotherTry(error)) throw error;
      await new Promise((resume) => setTimeout(resume, Math.random() * 20 * 2 ** attempt));
    }
  }
}
