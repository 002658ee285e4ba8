import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { AuditNote, DomainEvent } from '../../core/domain-event.ts';
import { AppError } from '../../core/errors.ts';
import { combineReads, combineWrites, toRow, type Write } from './batch-statements.ts';
import { isConnectionLost, mapDatabaseError } from './failure.ts';
import type { CommitListener, Handle, OutboxWriter, Transaction } from './handle.ts';
import { handleOf, query, type Run, writeRequest } from './run-statement.ts';
import type { Statement } from './statement.ts';
import type { DatabaseTopology } from './topology.ts';

const second_notice_after_ms = 60_000;
const manyEvents = 100;

interface TransactionSetup {
  begin: string;
  generic_plans?: boolean;
  merchant_id: string;
  topology: DatabaseTopology;
  timeout_ms?: number | undefined;
  writeOutbox?: OutboxWriter | undefined;
  onEmitted?: CommitListener | undefined;
}

/** The state of a transaction. */
interface TransactionState {
  /** Settles when the transaction has begun. */
  readonly begun: Promise<unknown>;
  isClosed: boolean;
  /** Events and audit notes that are not written yet, each with its merchant. */
  outbox: ({ merchant_id: string } & ({ event: DomainEvent; note?: never } | { event?: never; note: AuditNote }))[];
  /** The types of written events, by merchant. */
  writtenTypes: Map<string, Set<string>>;
  /** The number of running calls of `attempt`. */
  attempts: number;
  /** Writes that are not sent yet. */
  queuedWrites: Write[];
}

/** Runs a transaction on one client. */
export async function inTransaction<T>(
  client: pg.PoolClient,
  { begin, generic_plans = false, merchant_id, topology, timeout_ms, writeOutbox, onEmitted }: TransactionSetup,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const begun = Promise.all(topology.begin(begin, merchant_id, generic_plans).map((text) => client.query(text)));
  const state: TransactionState = {
    begun,
    isClosed: false,
    outbox: [],
    writtenTypes: new Map(),
    attempts: 0,
    queuedWrites: [],
  };
  // The statements of the transaction report the error.
  state.begun.catch(() => undefined);
  try {
    if (timeout_ms !== undefined) await client.query(`set local statement_timeout = ${timeout_ms}`);
    const tx = transactionOn(client, { merchant_id, state, topology, timeout_ms, writeOutbox });
    const result = await work(tx);
    await flushOutbox(tx, state, writeOutbox);
    state.isClosed = true;
    await commit(client, state, { topology, timeout_ms, notify: () => notifyListeners(state, onEmitted) });
    return result;
  } catch (error) {
    state.isClosed = true;
    await Promise.allSettled([state.begun]);
    // If the connection is lost, the server rolls back by itself.
    if (!isConnectionLost(error)) await client.query('rollback');
    throw error;
  }
}

/** Runs a single statement; in a transaction if it must be bound to a merchant and only a transaction can be. */
export async function runSingle<Row>(
  client: pg.PoolClient,
  { merchant_id, topology, isBound }: Pick<TransactionSetup, 'merchant_id' | 'topology'> & { isBound: boolean },
  statement: Statement<Row>,
): ReturnType<typeof query<Row>> {
  if (!topology.bindsTransactions || !isBound) return query(client, statement, { topology });
  for (const text of topology.begin('begin', merchant_id, false)) await client.query(text);
  try {
    const result = await query(client, statement, { topology });
    await client.query('commit');
    return result;
  } catch (error) {
    if (!isConnectionLost(error)) await client.query('rollback');
    throw error;
  }
}

interface CommitOptions {
  topology: DatabaseTopology;
  timeout_ms?: number | undefined;
  notify(): void;
}

/**
 * Sends the queued writes and the commit without waiting for the results of the writes. If a statement has failed,
 * PostgreSQL answers the commit with a rollback. It does not notice a write that could not be sent, so that is checked
 * before the commit. Listeners are also called if the outcome of the commit is unknown: at once, and again when it must
 * have happened.
 */
async function commit(
  client: pg.PoolClient,
  state: TransactionState,
  { notify, ...options }: CommitOptions,
): Promise<void> {
  await state.begun;
  const requests: pg.QueryConfig[] = [];
  for (const statement of combineWrites(state.queuedWrites.splice(0)))
    requests.push(await writeRequest(statement, options));
  const writes = Promise.all(requests.map(async (request) => client.query(request)));
  let hasFailed = false;
  writes.catch(() => {
    hasFailed = true;
  });
  await setImmediate();
  if (hasFailed) await writes;
  const [written, committed] = await Promise.allSettled([writes, client.query('commit')]);
  const isRolledBack = committed.status === 'fulfilled' && committed.value.command !== 'COMMIT';
  if (isRolledBack && written.status === 'rejected') throw written.reason;
  if (isRolledBack) throw new Error('a failed statement was ignored inside a transaction');
  notify();
  const failed = [written, committed].find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed === undefined) return;
  setTimeout(notify, second_notice_after_ms).unref();
  throw failed.reason;
}

function notifyListeners({ writtenTypes }: TransactionState, onEmitted: CommitListener | undefined): void {
  for (const [merchant_id, types] of writtenTypes) onEmitted?.(merchant_id, types);
}

async function flushOutbox(
  tx: Transaction,
  state: TransactionState,
  writeOutbox: OutboxWriter | undefined,
): Promise<void> {
  if (writeOutbox === undefined) return;
  const outbox = state.outbox.splice(0);
  // The work of a large transaction held the event loop, and its events will, too.
  if (outbox.length > manyEvents) await setImmediate();
  for (const [merchant_id, own] of Map.groupBy(outbox, (one) => one.merchant_id)) {
    const domainEvents = own.flatMap(({ event }) => event ?? []);
    const notes = own.flatMap(({ note }) => note ?? []);
    const write = async (on: Transaction) => writeOutbox(on, domainEvents, notes);
    await (merchant_id === tx.merchant_id ? write(tx) : tx.withTenant(merchant_id, write));
    if (domainEvents.length === 0) continue;
    const types = state.writtenTypes.get(merchant_id) ?? new Set();
    for (const { type } of domainEvents) types.add(type);
    state.writtenTypes.set(merchant_id, types);
  }
}

async function sendQueuedWrites(
  client: pg.PoolClient,
  state: TransactionState,
  options: Pick<TransactionContext, 'topology' | 'timeout_ms'>,
): Promise<void> {
  for (const statement of combineWrites(state.queuedWrites.splice(0))) await query(client, statement, options);
}

interface TransactionContext {
  merchant_id: string;
  state: TransactionState;
  topology: DatabaseTopology;
  timeout_ms?: number | undefined;
  writeOutbox: OutboxWriter | undefined;
}

function transactionOn(client: pg.PoolClient, { merchant_id, ...context }: TransactionContext): Transaction {
  const { state, topology } = context;
  const flush = async () => {
    await state.begun;
    await sendQueuedWrites(client, state, context);
  };
  const bind = async (id: string) => {
    await flush();
    await client.query(topology.bindLocally(id));
  };
  const assertOpen = () => {
    // Another transaction may already use the client, so late statements of unawaited work must not be sent.
    if (state.isClosed) throw new Error('a statement came after the end of its transaction');
  };
  const run: Run = async (statement) => {
    assertOpen();
    await flush();
    return query(client, statement, context);
  };
  /** Sends a read right behind `begin`. If `begin` fails, the read has no effect and its result is discarded. */
  const read: Run = async (statement) => {
    assertOpen();
    if (state.queuedWrites.length > 0) return run(statement);
    const result = query(client, statement, context);
    await Promise.allSettled([state.begun, result]);
    await state.begun;
    return result;
  };
  const tx: Transaction = {
    ...handleOf(merchant_id, run),
    async withTenant(other_id, work) {
      await bind(other_id);
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await work(transactionOn(client, { ...context, merchant_id: other_id }));
      } catch (error) {
        state.queuedWrites.length = 0;
        // Binds the previous merchant again, for callers that catch the error and continue. After a failed statement
        // they cannot continue, and the rollback ends the binding.
        await bind(merchant_id).catch(() => undefined);
        throw error;
      }
      await bind(merchant_id);
      return result;
    },
    emit(event) {
      state.outbox.push({ merchant_id, event });
    },
    async writeOutbox() {
      if (state.attempts > 0) throw new Error('events cannot be written inside of an attempt');
      await flushOutbox(tx, state, context.writeOutbox);
      await flush();
    },
    audit(note) {
      state.outbox.push({ merchant_id, note });
    },
    queueWrite(table, write) {
      state.queuedWrites.push({ table, write });
    },
    batchReads: (lookups) => collect(merchant_id, read, lookups),
    async attempt(work) {
      await flush();
      const before = state.outbox.length;
      await client.query('savepoint attempt');
      state.attempts += 1;
      try {
        const result = await work();
        await flush();
        await client.query('release savepoint attempt');
        return result;
      } catch (error) {
        state.queuedWrites.length = 0;
        const appError = mapDatabaseError(error);
        // A deadlock or a lost connection ends the whole transaction.
        if (!(appError instanceof AppError) || appError.code === 'UNAVAILABLE') throw error;
        await client.query('rollback to savepoint attempt');
        state.outbox.length = before;
        await client.query('release savepoint attempt');
        throw appError;
      } finally {
        state.attempts -= 1;
      }
    },
  };
  return tx;
}

/** Runs lookups with a handle that collects their first reads and sends them as one statement. */
async function collect<Results>(
  merchant_id: string,
  run: Run,
  lookups: (handle: Handle) => Promise<Results>,
): Promise<Results> {
  const reads: { statement: Statement<unknown>; result: PromiseWithResolvers<pg.QueryResult> }[] = [];
  let isCollecting = true;
  const collector = handleOf(merchant_id, (statement) => {
    if (!isCollecting) return run(statement);
    const result = Promise.withResolvers<pg.QueryResult>();
    reads.push({ statement, result });
    return result.promise as ReturnType<typeof run<never>>;
  });
  const results = lookups(collector);
  isCollecting = false;
  if (reads.length === 0) return results;
  try {
    const { rows } = await run(combineReads(reads.map(({ statement }) => statement)));
    for (const [index, { statement, result }] of reads.entries()) {
      const found = (rows[0]?.[`r${index}`] ?? []).map((row: Record<string, unknown>) => toRow(statement, row));
      result.resolve({ rows: found, rowCount: found.length } as unknown as pg.QueryResult);
    }
  } catch (error) {
    for (const { result } of reads) result.reject(error);
  }
  return results;
}
