import type pg from 'pg';
import { AppError } from '../../core/errors.ts';
import { no_merchant_id } from '../../core/ids.ts';
import { isConnectionLost, isRetryable, mapDatabaseError } from './failure.ts';
import type { CommitListener, Database, Handle, OutboxWriter } from './handle.ts';
import { countPrepared } from './pool/clients.ts';
import type { ConnectionShares } from './pool/connection-shares.ts';
import { handleOf } from './run-statement.ts';
import type { TenantCaches } from './tenant-caches.ts';
import { type DatabaseTopology, singleNode } from './topology.ts';
import { inTransaction, runSingle } from './transaction.ts';

const max_attempts = 5;
/** Doubles before each further attempt, and is shortened at random, so that transactions do not meet again. */
const first_wait_ms = 20;
/**
 * A connection that has prepared more statements is replaced: each takes about 100 kB of the server's memory. More than
 * the names that are remembered, so only connections that ran statements with forgotten names are replaced.
 */
const preparedOnConnectionAtMost = 400;
/** While the disk is almost full. */
const retry_after_s = 10;

/** The merchant that each client is bound to. */
const boundTo = new WeakMap<pg.PoolClient, string>();
/** Clients on which the setup of the topology was run. */
const preparedClients = new WeakSet<pg.PoolClient>();

interface DatabaseOptions {
  writeOutbox?: OutboxWriter;
  hasDiskSpace?: () => boolean;
  /** Only if no other process writes. */
  caches?: TenantCaches | undefined;
  /** A single node by default. */
  topology?: DatabaseTopology;
  /** Limits the connections of one merchant; without it there is no limit. */
  shares?: ConnectionShares | undefined;
}

/** Statements and transactions on the connections of a pool, each for a merchant. */
export function createDatabase(pool: pg.Pool, options: DatabaseOptions = {}): Database {
  const { writeOutbox, hasDiskSpace = () => true, caches, topology = singleNode, shares } = options;
  const listeners: CommitListener[] = [];
  const onEmitted: CommitListener = (merchant_id, types) => {
    caches?.invalidate(merchant_id, types);
    for (const listener of listeners) listener(merchant_id, types);
  };
  const withShare = async <T>(merchant_id: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    // Statements on data of no merchant (sessions, counters) are short and serve all merchants, so they have no share.
    if (shares === undefined || merchant_id === no_merchant_id) return onClient(pool, { topology, merchant_id }, work);
    const release = shares.tryAcquire(merchant_id) ?? (await shares.acquire(merchant_id));
    try {
      return await onClient(pool, { topology, merchant_id }, work);
    } finally {
      release();
    }
  };
  const readerOf = (merchant_id: string, { isBound }: { isBound: boolean }): Handle => ({
    ...handleOf(merchant_id, (statement) =>
      withShare(merchant_id, (client) => runSingle(client, { merchant_id, topology, isBound }, statement)),
    ),
    ...(caches === undefined ? {} : { cache: caches.of(merchant_id) }),
  });
  return {
    reader: (merchant_id) => readerOf(merchant_id, { isBound: true }),
    // Tables that belong to no merchant have no row security.
    global: readerOf(no_merchant_id, { isBound: false }),
    transaction(merchant_id, work, { generic_plans = false, has_own_limit = false, timeout_ms } = {}) {
      const setup = { begin: 'begin', generic_plans, merchant_id, topology, timeout_ms, writeOutbox, onEmitted };
      const run = (client: pg.PoolClient) => inTransaction(client, setup, work);
      if (!has_own_limit) return withRetries(() => withShare(merchant_id, run));
      shares?.note(merchant_id);
      return withRetries(() => onClient(pool, { topology, merchant_id }, run));
    },
    snapshot: (merchant_id, work) =>
      withShare(merchant_id, (client) =>
        inTransaction(
          client,
          { begin: 'begin isolation level repeatable read, read only', merchant_id, topology },
          work,
        ),
      ),
    onEmitted(listener) {
      listeners.push(listener);
    },
    checkDiskSpace() {
      if (!hasDiskSpace())
        throw new AppError('UNAVAILABLE', 'The disk is almost full, nothing can be changed for now', [], {
          retry_after_s,
        });
    },
  };
}

/**
 * Runs work on a client that is bound to the merchant, if the topology binds connections. The setting is sent only if
 * it changes.
 */
async function onClient<T>(
  pool: pg.Pool,
  { topology, merchant_id }: { topology: DatabaseTopology; merchant_id: string },
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw mapDatabaseError(error);
  }
  let broken = false;
  try {
    await (topology.connectionSetup === undefined
      ? bind(client, merchant_id)
      : prepare(client, topology.connectionSetup));
    return await work(client);
  } catch (error) {
    // A client must not be reused after it lost its connection, or after a timeout: the late result may still arrive.
    broken = isConnectionLost(error);
    throw mapDatabaseError(error);
  } finally {
    client.release(broken || countPrepared(client) > preparedOnConnectionAtMost);
  }
}

async function bind(client: pg.PoolClient, merchant_id: string): Promise<void> {
  if (boundTo.get(client) === merchant_id) return;
  boundTo.delete(client);
  await client.query({ name: 'bind', text: `select set_config('app.merchant_id', $1, false)`, values: [merchant_id] });
  boundTo.set(client, merchant_id);
}

async function prepare(client: pg.PoolClient, setup: string): Promise<void> {
  if (preparedClients.has(client)) return;
  await client.query(setup);
  preparedClients.add(client);
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= max_attempts || !isRetryable(error)) throw error;
      await new Promise((resume) => setTimeout(resume, Math.random() * first_wait_ms * 2 ** attempt));
    }
  }
}
