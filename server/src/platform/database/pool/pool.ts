import pg from 'pg';
import type { Watch } from '../../../core/watch.ts';
import type { Connection } from '../connection.ts';
import { watchPool } from './watch-pool.ts';

/** How long things may take, in milliseconds, before a request is given up. */
export interface Patience {
  /** For a connection of the pool, made or lent. */
  connection_ms: number;
  /** One that is being made while the network is away keeps its place from others for no longer. */
  connecting_ms: number;
  statement_ms: number;
  lock_ms: number;
}

const usualPatience: Patience = { connection_ms: 5_000, connecting_ms: 2_000, statement_ms: 15_000, lock_ms: 5_000 };
/** We give up a moment after the server would have: this is for a network that is dead. */
const answer_late_ms = 5_000;

const oid = { int8: 20, date: 1082, timestamptz: 1184 };

/** `2026-11-20 20:13:00.123456+00`, as PostgreSQL prints it in UTC, to `2026-11-20T20:13:00.123Z`. */
export function timestampFromText(text: string): string {
  const seconds = text.slice(0, 19).replace(' ', 'T');
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+')) : '';
  return `${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

const types: pg.CustomTypesConfig = {
  // The cast is pg's own typing: a parser may return whatever it likes.
  getTypeParser: ((type: number, format?: 'text' | 'binary') => {
    if (type === oid.int8) return BigInt;
    if (type === oid.timestamptz) return timestampFromText;
    if (type === oid.date) return String;
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
  /** Told of connections lost while idle or in use; the process goes on. */
  onLost(error: Error): void;
  watch?: Watch | undefined;
  /** For tests on a machine with other work; the usual one when left out. */
  patience?: Patience;
}

/**
 * What holds for each connection. Asked for once it is made, and not when it is: poolers refuse settings that come with the connection.
 * What is acknowledged is on the disk, whatever the server, the database or the account has been set to. Any other value than `off` waits for that,
 * and for standbys in its own way; it is set here too, so that the server's settings, read anew, do not reach what is open.
 */
const settle = (client: pg.PoolClient, role: string | undefined, patience: Patience) =>
  client.query({
    text: `select set_config('synchronous_commit', coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), false),
      set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false),
      set_config('statement_timeout', $2, false), set_config('lock_timeout', $3, false),
      set_config('idle_in_transaction_session_timeout', $2, false), set_config('role', $1, false)`,
    values: [role ?? 'none', `${patience.statement_ms}ms`, `${patience.lock_ms}ms`],
    query_timeout: patience.connecting_ms,
  } as pg.QueryConfig);

/** A pool whose clients speak UTC, know our types, commit to the disk, give up in bounded time, and never end the process. */
export function createPool(connection: Connection, options: PoolOptions): pg.Pool {
  const { patience = usualPatience } = options;
  const pool = new pg.Pool({
    ...connection,
    Client: clientWithin(patience.connecting_ms),
    max: options.size,
    types,
    application_name: 'tillhouse',
    connectionTimeoutMillis: patience.connection_ms,
    idleTimeoutMillis: 60_000,
    // What is sent to one connection goes there at once, and is carried out in its order; only the end of a transaction is not waited for with it.
    pipeline: true,
    query_timeout: patience.statement_ms + answer_late_ms,
    keepAlive: true,
    verify: (client, done) => void settle(client, connection.role, patience).then(() => done(), done),
  });
  if (options.watch !== undefined) watchPool(pool, options.watch);
  pool.on('error', options.onLost);
  // `pool.on('error')` hears of idle clients only; one that is lost while in use would end the process.
  pool.on('connect', (client) => client.on('error', options.onLost));
  return pool;
}
