import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { OperationTimer } from '../../../core/concurrency/operation-timer.ts';
import { elementsIn } from '../array-literal.ts';
import type { Connection } from '../connection.ts';
import { timePool } from './time-pool.ts';

/** Timeouts in milliseconds. */
export interface Timeouts {
  /** For getting a connection of the pool, new or reused. */
  connection_ms: number;
  /**
   * For opening a connection, so that an attempt during a network failure does not block its slot in the pool for
   * longer.
   */
  connecting_ms: number;
  statement_ms: number;
  lock_ms: number;
}

const defaultTimeouts: Timeouts = { connection_ms: 5_000, connecting_ms: 2_000, statement_ms: 15_000, lock_ms: 5_000 };
/** The client's timeout is longer than the server's by this time. It only applies if the network is lost. */
export const client_timeout_margin_ms = 5_000;
const unused_ms = 60_000;

const oid = { int8: 20, texts: 1009, int8s: 1016, date: 1082, timestamptz: 1184, uuids: 2951 };

/** `2026-11-20 20:13:00.123456+00`, as PostgreSQL prints it in UTC, to `2026-11-20T20:13:00.123Z`. */
export function timestampFromText(text: string): string {
  const seconds = text.slice(0, 19).replace(' ', 'T');
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+')) : '';
  return `${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

const bigintsIn = (literal: string): (bigint | null)[] =>
  elementsIn(literal).map((element) => (element === null ? null : BigInt(element)));

const types: pg.CustomTypesConfig = {
  // The cast is needed by pg's types; a parser may return any value.
  getTypeParser: ((type: number, format?: 'text' | 'binary') => {
    if (type === oid.int8) return BigInt;
    if (type === oid.timestamptz) return timestampFromText;
    if (type === oid.date) return String;
    if (type === oid.texts || type === oid.uuids) return elementsIn;
    if (type === oid.int8s) return bigintsIn;
    return pg.types.getTypeParser(type, format as 'text');
  }) as typeof pg.types.getTypeParser,
};

const clientWithin = (connecting_ms: number) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionTimeoutMillis: connecting_ms });
    }
  };

interface PoolOptions {
  size: number;
  /** Called for connections lost while idle or in use; the process continues. */
  onLost(error: Error): void;
  timer?: OperationTimer | undefined;
  /** Longer ones are for tests on a busy machine. */
  timeouts?: Timeouts;
}

/**
 * The settings of each connection. They are sent after connecting, because poolers reject settings in the connection
 * request. A commit must wait for the disk, whatever the defaults of the server, the database or the account are. All
 * values except `off` do so; they differ in how they wait for standbys. Such a value is set again here, so that a
 * reload of the server's settings does not change open connections.
 */
const applySettings = (client: pg.PoolClient, role: string | undefined, timeouts: Timeouts) =>
  client.query({
    text: `select set_config('synchronous_commit', coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), false),
      set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false),
      set_config('statement_timeout', $2, false), set_config('lock_timeout', $3, false),
      set_config('idle_in_transaction_session_timeout', $2, false), set_config('role', $1, false)`,
    values: [role ?? 'none', `${timeouts.statement_ms}ms`, `${timeouts.lock_ms}ms`],
    query_timeout: timeouts.connecting_ms,
  } as pg.QueryConfig);

/**
 * A pool whose clients use UTC, parse the service's types, commit to the disk, have timeouts, and never end the
 * process.
 */
export function createPool(connection: Connection, options: PoolOptions): pg.Pool {
  const { timeouts = defaultTimeouts } = options;
  const pool = new pg.Pool({
    ...connection,
    Client: clientWithin(timeouts.connecting_ms),
    max: options.size,
    types,
    // The heartbeat ends sessions of this pool only.
    application_name: `tillhouse-${randomUUID()}`,
    connectionTimeoutMillis: timeouts.connection_ms,
    idleTimeoutMillis: unused_ms,
    // Statements are sent to a connection without waiting for earlier results, and run in their order.
    pipeline: true,
    query_timeout: timeouts.statement_ms + client_timeout_margin_ms,
    keepAlive: true,
    verify: (client, done) => void applySettings(client, connection.role, timeouts).then(() => done(), done),
  });
  if (options.timer !== undefined) timePool(pool, options.timer);
  pool.on('error', options.onLost);
  // `pool.on('error')` covers idle clients only. An error of a client in use would end the process.
  pool.on('connect', (client) => client.on('error', options.onLost));
  return pool;
}
