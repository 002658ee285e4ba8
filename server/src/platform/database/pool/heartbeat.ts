import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Connection } from '../connection.ts';
import { openClient } from '../open-client.ts';
import { cut, internalsOf, trackClients } from './clients.ts';

/**
 * Whether the database answers, checked on a separate connection, so that neither a long queue nor a long statement
 * counts as an outage.
 */
export interface Heartbeat {
  /** Answers within a second. */
  isAlive(): Promise<boolean>;
  stop(): Promise<void>;
}

interface Log {
  warn(fields: object, message: string): void;
}

const check_every_ms = 1_000;
/** The interval while the database is unavailable. */
const retry_after_ms = 200;
const timeout_ms = 800;
const probe_timeout_ms = 500;

/**
 * Checks about once a second whether the database is available. When it is available again, closes connections of the
 * pool that the network has lost silently. Otherwise their statements would wait until the statement timeout.
 */
export function startHeartbeat(pool: pg.Pool, connection: Connection, log: Log): Heartbeat {
  const clients = trackClients(pool);
  let own: pg.Client | undefined;
  let isUnavailable = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let pendingCheck: Promise<boolean> | undefined;

  async function check(): Promise<boolean> {
    try {
      own ??= await connect();
      await own.query('select 1');
      if (isUnavailable)
        closeLostConnections([...clients], { own, application_name: pool.options.application_name, log }).catch(
          () => undefined,
        );
      isUnavailable = false;
    } catch {
      discard(own);
    }
    return !isUnavailable;
  }

  const { role: _, ...asLogin } = connection;
  async function connect(): Promise<pg.Client> {
    const client = await openClient({
      ...asLogin,
      application_name: 'tillhouse-heartbeat',
      connectionTimeoutMillis: timeout_ms,
      query_timeout: timeout_ms,
    });
    client.on('error', () => client === own && discard(client));
    return client;
  }

  function discard(client: pg.Client | undefined): void {
    isUnavailable = true;
    own = undefined;
    if (client === undefined) return;
    cut(client);
    client.end().catch(() => undefined);
  }

  /** Concurrent calls share one check. */
  const isAlive = () => {
    pendingCheck ??= check().finally(() => {
      pendingCheck = undefined;
    });
    return pendingCheck;
  };

  async function checkRegularly(): Promise<void> {
    const isAvailable = await isAlive();
    if (!isStopped) timer = setTimeout(checkRegularly, isAvailable ? check_every_ms : retry_after_ms).unref();
  }
  timer = setTimeout(checkRegularly, check_every_ms).unref();

  return {
    isAlive,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await pendingCheck;
      await own?.end().catch(() => undefined);
    },
  };
}

/**
 * Closes connections from before the outage that wait for a result, although the server is not running a statement for
 * them.
 */
async function closeLostConnections(
  clients: readonly pg.PoolClient[],
  { own, application_name, log }: { own: pg.Client; application_name: string | undefined; log: Log },
): Promise<void> {
  // A query shows whether an idle connection still works. A request that gets the connection waits no longer than this
  // check.
  for (const client of clients.filter((one) => internalsOf(one).readyForQuery))
    client.query('select 1').catch(() => undefined);
  const before = new Map(clients.map((client) => [client, internalsOf(client).connection.stream.bytesRead]));
  await sleep(probe_timeout_ms);
  const silent = clients.filter((client) => {
    const { readyForQuery, connection } = internalsOf(client);
    return !readyForQuery && connection.stream.bytesRead === before.get(client);
  });
  if (silent.length === 0) return;
  const pids = (of: readonly pg.PoolClient[]) => of.map((client) => internalsOf(client).processID);
  const { rows } = await own.query<{ pid: number }>(
    `select pid from pg_stat_activity where pid = any($1::int[]) and application_name = $2 and state = 'active'
      and wait_event_type is distinct from 'Client'`,
    [pids(silent), application_name],
  );
  const working = new Set(rows.map(({ pid }) => pid));
  const lost = silent.filter((client) => !working.has(internalsOf(client).processID ?? 0));
  for (const client of lost) cut(client);
  if (lost.length === 0) return;
  log.warn(
    { connections: lost.length },
    'the database is available again; closed connections that the network had lost',
  );
  // The server does not know that they are lost. Their sessions would hold locks until a timeout. One that has ended may
  // have left its process id to a session of another program, or to a new one of this pool.
  const kept = new Set(pids(clients.filter((client) => !lost.includes(client))));
  await own.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1::int[]) and application_name = $2',
    [pids(lost).filter((pid) => !kept.has(pid)), application_name],
  );
}
