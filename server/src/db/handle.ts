import type pg from 'pg';
import type { Happening, Note } from '../kernel/happening.ts';
import { nobody } from '../kernel/ids.ts';
import { Refusal } from '../kernel/refusal.ts';
import { isWorthAnotherTry, lostItsConnection, refusalFrom } from './failure.ts';
import type { Memory, MerchantMemory } from './memory.ts';
import { compile, type Statement } from './statement.ts';

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
}

/** Writes down what was told and noted in a transaction, in it. */
export type Chronicle = (tx: Transaction, happenings: readonly Happening[], notes: readonly Note[]) => Promise<void>;

export interface Database {
  /** Each statement by itself, on whichever connection is free. */
  reader(merchant_id: string): Handle;
  /** Tables that belong to no merchant: people, sessions, counters. */
  readonly global: Handle;
  /** All or nothing. Tried again, a few times, after a deadlock or a serialization failure. */
  transaction<T>(merchant_id: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Several reads that see one and the same moment. */
  snapshot<T>(merchant_id: string, work: (handle: Handle) => Promise<T>, options?: SnapshotOptions): Promise<T>;
  /** From here on it hears of each transaction of this process in which something was told, once that is committed. */
  onTold(listener: ToldListener): void;
  /** @throws Refusal UNAVAILABLE where the disk is almost full, and only what makes room or is small may be written. */
  checkRoom(): void;
}

interface SnapshotOptions {
  /** How long a statement may take, for what reads a whole history. */
  patience_ms?: number;
}

/** Told of which merchant there is news, and of which types. It must neither throw nor take its time: whoever committed waits for it. */
export type ToldListener = (merchant_id: string, types: ReadonlySet<string>) => void;

type Run = <Row>(statement: Statement<Row>) => Promise<pg.QueryResult<Row & pg.QueryResultRow>>;

const triesAtMost = 5;
const settled_after_ms = 60_000;
const boundTo = new WeakMap<pg.PoolClient, string>();

interface DatabaseOptions {
  chronicle?: Chronicle;
  hasRoom?: () => boolean;
  /** Where no other process writes. */
  memory?: Memory | undefined;
}

export function createDatabase(pool: pg.Pool, { chronicle, hasRoom = () => true, memory }: DatabaseOptions = {}): Database {
  const listeners: ToldListener[] = memory === undefined ? [] : [memory.changed];
  const onTold: ToldListener = (merchant_id, types) => {
    for (const listener of listeners) listener(merchant_id, types);
  };
  const reader = (merchant_id: string): Handle => ({
    ...handleOf(merchant_id, (statement) => onClient(pool, merchant_id, (client) => query(client, statement))),
    ...(memory === undefined ? {} : { memory: memory.of(merchant_id) }),
  });
  return {
    reader,
    global: reader(nobody),
    transaction: (merchant_id, work) =>
      withRetries(() =>
        onClient(pool, merchant_id, (client) => inTransaction(client, { begin: 'begin', merchant_id, chronicle, onTold }, work)),
      ),
    snapshot: (merchant_id, work, { patience_ms } = {}) =>
      onClient(pool, merchant_id, (client) =>
        inTransaction(client, { begin: 'begin isolation level repeatable read, read only', merchant_id, patience_ms }, work),
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

function query<Row>(
  client: pg.PoolClient,
  statement: Statement<Row>,
  patience_ms?: number,
): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
  const { name, text, values } = compile(statement);
  // Unless told otherwise it is the pool's.
  const patience = patience_ms === undefined ? {} : { query_timeout: patience_ms };
  return client.query({ ...(name === undefined ? {} : { name }), ...patience, text, values: [...values] });
}

function handleOf(merchant_id: string, run: Run): Handle {
  return {
    merchant_id,
    many: async (statement) => (await run(statement)).rows,
    async one(statement) {
      const { rows } = await run(statement);
      const [row] = rows;
      if (row === undefined || rows.length > 1) throw new Error(`expected one row, found ${rows.length}`);
      return row;
    },
    first: async (statement) => (await run(statement)).rows[0],
    run: async (statement) => (await run(statement)).rowCount ?? 0,
  };
}

/** Lends a client that is bound to the merchant; the setting is sent again only when it changes. */
async function onClient<T>(pool: pg.Pool, merchant_id: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw refusalFrom(error);
  }
  let broken = false;
  try {
    if (boundTo.get(client) !== merchant_id) {
      boundTo.delete(client);
      await client.query({ name: 'bind', text: `select set_config('app.merchant_id', $1, false)`, values: [merchant_id] });
      boundTo.set(client, merchant_id);
    }
    return await work(client);
  } catch (error) {
    // A client that lost its connection, or stopped waiting for an answer still to come, must not be lent again.
    broken = lostItsConnection(error);
    throw refusalFrom(error);
  } finally {
    client.release(broken);
  }
}

interface Beginning {
  begin: string;
  merchant_id: string;
  patience_ms?: number | undefined;
  chronicle?: Chronicle | undefined;
  onTold?: ToldListener | undefined;
}

/** What lives as long as a transaction does. */
interface Life {
  isOver: boolean;
  /** What was told or noted, by the merchant it happened to. */
  told: ({ merchant_id: string } & ({ happening: Happening; note?: never } | { happening?: never; note: Note }))[];
}

async function inTransaction<T>(
  client: pg.PoolClient,
  { begin, merchant_id, patience_ms, chronicle, onTold }: Beginning,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await client.query(begin);
  const life: Life = { isOver: false, told: [] };
  try {
    if (patience_ms !== undefined) await client.query(`set local statement_timeout = ${patience_ms}`);
    const tx = transactionOn(client, { merchant_id, life, patience_ms });
    const result = await work(tx);
    if (chronicle !== undefined) await writeDown(tx, life.told, chronicle);
    life.isOver = true;
    await commit(client, () => tellListeners(life.told, onTold));
    return result;
  } catch (error) {
    life.isOver = true;
    // Without a connection there is nothing to roll back: the server has done it, or will.
    if (!lostItsConnection(error)) await client.query('rollback');
    throw error;
  }
}

/** Whoever listens hears of it too where nobody knows whether it came to the commit: now, and once it must have. */
async function commit(client: pg.PoolClient, tell: () => void): Promise<void> {
  try {
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('a failed statement was passed over inside a transaction');
  } catch (error) {
    setTimeout(tell, settled_after_ms).unref();
    throw error;
  } finally {
    tell();
  }
}

function tellListeners(told: Life['told'], onTold: ToldListener | undefined): void {
  const happened = told.filter(({ happening }) => happening !== undefined);
  for (const [merchant_id, own] of Map.groupBy(happened, (one) => one.merchant_id))
    onTold?.(merchant_id, new Set(own.flatMap(({ happening }) => happening?.type ?? [])));
}

async function writeDown(tx: Transaction, told: Life['told'], chronicle: Chronicle): Promise<void> {
  for (const [merchant_id, own] of Map.groupBy(told, (one) => one.merchant_id)) {
    const happenings = own.flatMap(({ happening }) => happening ?? []);
    const notes = own.flatMap(({ note }) => note ?? []);
    const write = (on: Transaction) => chronicle(on, happenings, notes);
    await (merchant_id === tx.merchant_id ? write(tx) : tx.actingFor(merchant_id, write));
  }
}

interface Course {
  merchant_id: string;
  life: Life;
  patience_ms?: number | undefined;
}

function transactionOn(client: pg.PoolClient, { merchant_id, life, patience_ms }: Course): Transaction {
  const bind = (id: string) => client.query({ name: 'bind-local', text: `select set_config('app.merchant_id', $1, true)`, values: [id] });
  return {
    ...handleOf(merchant_id, async (statement) => {
      // Its client may be somebody else's by now: work that nobody waits for must not reach it.
      if (life.isOver) throw new Error('a statement came after the end of its transaction');
      return query(client, statement, patience_ms);
    }),
    async actingFor(other_id, work) {
      await bind(other_id);
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await work(transactionOn(client, { merchant_id: other_id, life, patience_ms }));
      } catch (error) {
        // For whoever catches it and goes on. Where a statement failed nobody can, and the rollback undoes the binding.
        await bind(merchant_id).catch(() => undefined);
        throw error;
      }
      await bind(merchant_id);
      return result;
    },
    tell(happening) {
      life.told.push({ merchant_id, happening });
    },
    note(note) {
      life.told.push({ merchant_id, note });
    },
    async attempt(work) {
      const before = life.told.length;
      await client.query('savepoint attempt');
      try {
        const result = await work();
        await client.query('release savepoint attempt');
        return result;
      } catch (error) {
        const refusal = refusalFrom(error);
        // A deadlock or a lost connection is the end of the whole transaction.
        if (!(refusal instanceof Refusal) || refusal.code === 'UNAVAILABLE') throw error;
        await client.query('rollback to savepoint attempt');
        life.told.length = before;
        await client.query('release savepoint attempt');
        throw refusal;
      }
    },
  };
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
