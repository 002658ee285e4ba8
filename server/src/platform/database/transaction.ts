import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { AuditNote, DomainEvent } from '../../core/domain-event.ts';
import { AppError } from '../../core/errors.ts';
import { readingAll, rowFrom, type Write, writingAll } from './batch-statements.ts';
import { lostItsConnection, mapDatabaseError } from './failure.ts';
import type { CommitListener, Handle, OutboxWriter, Transaction } from './handle.ts';
import { handleOf, query, type Run } from './run-statement.ts';
import type { Statement } from './statement.ts';
import type { DatabaseTopology } from './topology.ts';

const settled_after_ms = 60_000;

interface Beginning {
  begin: string;
  keeps_plans?: boolean;
  merchant_id: string;
  topology: DatabaseTopology;
  patience_ms?: number | undefined;
  writeOutbox?: OutboxWriter | undefined;
  onEmitted?: CommitListener | undefined;
}

/** The state of a transaction. */
interface Life {
  /** `begin` has been sent; settles when the transaction has begun. */
  readonly begun: Promise<unknown>;
  isOver: boolean;
  /** Events and audit notes until the commit, each with its merchant. */
  outbox: ({ merchant_id: string } & ({ event: DomainEvent; note?: never } | { event?: never; note: AuditNote }))[];
  /** Writes that have not been sent yet. */
  deferred: Write[];
}

/** Runs a transaction on one client. */
export async function inTransaction<T>(
  client: pg.PoolClient,
  { begin, keeps_plans = false, merchant_id, topology, patience_ms, writeOutbox, onEmitted }: Beginning,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const begun = Promise.all(topology.begin(begin, merchant_id, keeps_plans).map((text) => client.query(text)));
  const life: Life = { begun, isOver: false, outbox: [], deferred: [] };
  // The statements of the transaction report the error.
  life.begun.catch(() => undefined);
  try {
    if (patience_ms !== undefined) await client.query(`set local statement_timeout = ${patience_ms}`);
    const tx = transactionOn(client, { merchant_id, life, topology, patience_ms });
    const result = await work(tx);
    if (writeOutbox !== undefined) await flushOutbox(tx, life.outbox, writeOutbox);
    life.isOver = true;
    await commit(client, life, { topology, patience_ms, notify: () => notifyListeners(life.outbox, onEmitted) });
    return result;
  } catch (error) {
    life.isOver = true;
    await Promise.allSettled([life.begun]);
    // Without a connection there is nothing to send: the server rolls back by itself.
    if (!lostItsConnection(error)) await client.query('rollback');
    throw error;
  }
}

/** Runs a single statement; in a transaction if it must be bound to a merchant and only a transaction can be. */
export async function byItself<Row>(
  client: pg.PoolClient,
  { merchant_id, topology, isBound }: Pick<Beginning, 'merchant_id' | 'topology'> & { isBound: boolean },
  statement: Statement<Row>,
): ReturnType<typeof query<Row>> {
  if (!topology.bindsTransactions || !isBound) return query(client, statement, { topology });
  for (const text of topology.begin('begin', merchant_id, false)) await client.query(text);
  try {
    const result = await query(client, statement, { topology });
    await client.query('commit');
    return result;
  } catch (error) {
    if (!lostItsConnection(error)) await client.query('rollback');
    throw error;
  }
}

interface Ending {
  topology: DatabaseTopology;
  patience_ms?: number | undefined;
  notify(): void;
}

/**
 * Sends the queued writes and the commit without waiting for the results of the writes. If a statement has failed, PostgreSQL
 * answers the commit with a rollback. It would not notice a write that could not be sent, so that is checked before the commit.
 * Listeners are also called if the outcome of the commit is unknown: now, and again when it must have happened.
 */
async function commit(client: pg.PoolClient, life: Life, { notify, ...sending }: Ending): Promise<void> {
  await life.begun;
  const writes = Promise.all(
    writingAll(life.deferred.splice(0)).map(async (statement) => query(client, statement, sending)),
  );
  let isRefused = false;
  writes.catch(() => {
    isRefused = true;
  });
  await setImmediate();
  if (isRefused) await writes;
  const [written, committed] = await Promise.allSettled([writes, client.query('commit')]);
  const isUndone = committed.status === 'fulfilled' && committed.value.command !== 'COMMIT';
  if (isUndone && written.status === 'rejected') throw written.reason;
  if (isUndone) throw new Error('a failed statement was ignored inside a transaction');
  notify();
  const failed = [written, committed].find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed === undefined) return;
  setTimeout(notify, settled_after_ms).unref();
  throw failed.reason;
}

function notifyListeners(outbox: Life['outbox'], onEmitted: CommitListener | undefined): void {
  const events = outbox.filter(({ event }) => event !== undefined);
  for (const [merchant_id, own] of Map.groupBy(events, (one) => one.merchant_id))
    onEmitted?.(merchant_id, new Set(own.flatMap(({ event }) => event?.type ?? [])));
}

async function flushOutbox(tx: Transaction, outbox: Life['outbox'], writeOutbox: OutboxWriter): Promise<void> {
  for (const [merchant_id, own] of Map.groupBy(outbox, (one) => one.merchant_id)) {
    const domainEvents = own.flatMap(({ event }) => event ?? []);
    const notes = own.flatMap(({ note }) => note ?? []);
    const write = async (on: Transaction) => writeOutbox(on, domainEvents, notes);
    await (merchant_id === tx.merchant_id ? write(tx) : tx.withTenant(merchant_id, write));
  }
}

async function sendDeferred(
  client: pg.PoolClient,
  life: Life,
  sending: Pick<Course, 'topology' | 'patience_ms'>,
): Promise<void> {
  for (const statement of writingAll(life.deferred.splice(0))) await query(client, statement, sending);
}

interface Course {
  merchant_id: string;
  life: Life;
  topology: DatabaseTopology;
  patience_ms?: number | undefined;
}

function transactionOn(client: pg.PoolClient, { merchant_id, ...course }: Course): Transaction {
  const { life, topology } = course;
  const flush = async () => {
    await life.begun;
    await sendDeferred(client, life, course);
  };
  const bind = async (id: string) => {
    await flush();
    await client.query(topology.bindLocally(id));
  };
  const checkLife = () => {
    // Another transaction may use the client by now, so unawaited work must not reach it.
    if (life.isOver) throw new Error('a statement came after the end of its transaction');
  };
  const run: Run = async (statement) => {
    checkLife();
    await flush();
    return query(client, statement, course);
  };
  /** Sends a read right behind `begin`. If `begin` fails, the read has no effect and its result is discarded. */
  const read: Run = async (statement) => {
    checkLife();
    if (life.deferred.length > 0) return run(statement);
    const answer = query(client, statement, course);
    await Promise.allSettled([life.begun, answer]);
    await life.begun;
    return answer;
  };
  return {
    ...handleOf(merchant_id, run),
    async withTenant(other_id, work) {
      await bind(other_id);
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await work(transactionOn(client, { ...course, merchant_id: other_id }));
      } catch (error) {
        life.deferred.length = 0;
        // Binds the previous merchant again, for callers that catch the error and continue. After a failed statement
        // none can, and the rollback ends the binding.
        await bind(merchant_id).catch(() => undefined);
        throw error;
      }
      await bind(merchant_id);
      return result;
    },
    emit(event) {
      life.outbox.push({ merchant_id, event });
    },
    audit(note) {
      life.outbox.push({ merchant_id, note });
    },
    queueWrite(table, write) {
      life.deferred.push({ table, write });
    },
    batchReads: (lookups) => collect(merchant_id, read, lookups),
    async attempt(work) {
      await flush();
      const before = life.outbox.length;
      await client.query('savepoint attempt');
      try {
        const result = await work();
        await flush();
        await client.query('release savepoint attempt');
        return result;
      } catch (error) {
        life.deferred.length = 0;
        const appError = mapDatabaseError(error);
        // A deadlock or a lost connection ends the whole transaction.
        if (!(appError instanceof AppError) || appError.code === 'UNAVAILABLE') throw error;
        await client.query('rollback to savepoint attempt');
        life.outbox.length = before;
        await client.query('release savepoint attempt');
        throw appError;
      }
    },
  };
}

/** Runs lookups with a handle that collects their first reads and sends them as one statement. */
async function collect<Results>(
  merchant_id: string,
  run: Run,
  lookups: (handle: Handle) => Promise<Results>,
): Promise<Results> {
  const asked: { statement: Statement<unknown>; answer: PromiseWithResolvers<pg.QueryResult> }[] = [];
  let isCollecting = true;
  const lent = handleOf(merchant_id, (statement) => {
    if (!isCollecting) return run(statement);
    const answer = Promise.withResolvers<pg.QueryResult>();
    asked.push({ statement, answer });
    return answer.promise as ReturnType<typeof run<never>>;
  });
  const results = lookups(lent);
  isCollecting = false;
  if (asked.length === 0) return results;
  try {
    const { rows } = await run(readingAll(asked.map(({ statement }) => statement)));
    for (const [index, { statement, answer }] of asked.entries()) {
      const found = (rows[0]?.[`r${index}`] ?? []).map((row: Record<string, unknown>) => rowFrom(statement, row));
      answer.resolve({ rows: found, rowCount: found.length } as unknown as pg.QueryResult);
    }
  } catch (error) {
    for (const { answer } of asked) answer.reject(error);
  }
  return results;
}
