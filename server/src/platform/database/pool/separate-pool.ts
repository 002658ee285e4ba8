import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Connection } from '../connection.ts';
import { cut, trackClients } from './clients.ts';
import { startHeartbeat } from './heartbeat.ts';
import { client_timeout_margin_ms } from './pool.ts';

interface SeparatePoolOptions {
  /** The first part of `application_name`. */
  name: string;
  size: number;
  statement_timeout_ms: number;
  /** Further settings of each session, by name. */
  settings: Readonly<Record<string, string>>;
  log: { warn(fields: object, message: string): void };
  /** Whether connections are in use all the time, so that it is worth another one to notice that they were lost. */
  isWatched: boolean;
  /** Called for connections lost while idle. */
  onLost(error: Error): void;
}

export interface SeparatePool {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Closes the connections at once, whether the database answers or not. Statements that still run fail. */
  close(): Promise<void>;
}

const connecting_ms = 10_000;

/**
 * Connections for a library that sends its own statements. They are separate from the pool for requests, so that
 * neither waits for the other.
 */
export function openSeparatePool({ role, ...connection }: Connection, options: SeparatePoolOptions): SeparatePool {
  const { name, size, statement_timeout_ms, settings, log, isWatched, onLost } = options;
  const ofSession = { ...(role !== undefined && { role }), statement_timeout: `${statement_timeout_ms}`, ...settings };
  const pool = new pg.Pool({
    ...connection,
    max: size,
    // The heartbeat ends sessions of this pool only.
    application_name: `${name}-${randomUUID()}`,
    options: Object.entries(ofSession)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
    connectionTimeoutMillis: connecting_ms,
    query_timeout: statement_timeout_ms + client_timeout_margin_ms,
    keepAlive: true,
  });
  pool.on('error', onLost);
  // `pool.on('error')` covers idle connections only. An error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const clients = trackClients(pool);
  const heartbeat = isWatched ? startHeartbeat(pool, connection, log) : undefined;
  return {
    query: (text, values) => pool.query(text, values),
    async close() {
      await heartbeat?.stop();
      const ended = pool.end();
      for (const client of clients) cut(client);
      await ended;
    },
  };
}
