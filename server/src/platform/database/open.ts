import type pg from 'pg';
import type { OperationTimer } from '../../core/concurrency/operation-timer.ts';
import { sentenceOf } from '../../core/sentence.ts';
import { type Config, embeddedConnectionsOf, isAlone } from '../config/config.ts';
import { readTopology } from './citus/distribution.ts';
import type { Connection } from './connection.ts';
import { createDatabase } from './database.ts';
import { startCluster } from './embedded/cluster.ts';
import { monitorDiskSpace } from './embedded/monitor-disk-space.ts';
import type { Database, OutboxWriter } from './handle.ts';
import { migrate } from './migration/migrate.ts';
import { prepareSearch } from './migration/prepare-search.ts';
import { prepareServiceRole } from './migration/service-role.ts';
import { checkSessions } from './pool/check-sessions.ts';
import { type ConnectionShares, createConnectionShares } from './pool/connection-shares.ts';
import { startHeartbeat } from './pool/heartbeat.ts';
import { createPool } from './pool/pool.ts';
import { createTenantCaches } from './tenant-caches.ts';

export interface OpenDatabase {
  readonly database: Database;
  readonly pool: pg.Pool;
  /** The connections that each merchant holds and waits for. */
  readonly shares: ConnectionShares;
  /** For code that needs separate connections. */
  readonly connection: Connection;
  /** The folder of the embedded server's files, if there is one. */
  readonly data: string | undefined;
  /** The embedded server's process id, if there is one. */
  readonly server_pid: () => number | undefined;
  /** Whether the database answers. */
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

/** What a process needs to use the database that another one has opened. */
export type SharedDatabase = Pick<OpenDatabase, 'connection'> & Partial<Pick<OpenDatabase, 'data'>>;

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface OpenOptions {
  log: Log;
  writeOutbox: OutboxWriter;
  timer: OperationTimer;
  /** The database that another process of the service has opened and migrated. */
  joined?: SharedDatabase | undefined;
}

const silentLog: Log = { info: () => undefined, warn: () => undefined };

/**
 * Starts the embedded server or connects to the configured one, and migrates it; or uses the database that another
 * process has opened.
 */
export async function openDatabase(
  config: Config,
  { log, writeOutbox, timer, joined }: OpenOptions,
): Promise<OpenDatabase> {
  const isOwner = joined === undefined && config.database_url === undefined;
  const cluster = isOwner
    ? await startCluster(config.data_dir, log, {
        connections: embeddedConnectionsOf(config),
        fast_stop_ms: config.database_stop_s * 1_000,
      })
    : undefined;
  const data = joined?.data ?? cluster?.data;
  // Only the process that runs the server logs about the disk.
  const diskSpace =
    data === undefined ? undefined : await monitorDiskSpace(data, cluster === undefined ? silentLog : log);
  try {
    const configured: Connection = cluster?.connection ?? { connectionString: config.database_url ?? '' };
    if (joined === undefined && cluster === undefined) await checkSessions(configured);
    const connection = joined?.connection ?? (await prepareServiceRole(configured));
    if (joined === undefined) {
      await migrate(connection, log);
      await prepareSearch(configured, connection, log);
    }
    let closing = false;
    const pool = createPool(connection, {
      size: config.database_pool_size,
      timer,
      // The error contains the whole client with its settings, so log only its message.
      onLost: (error) => closing || log.warn({ reason: error.message }, 'a database connection was lost'),
    });
    const heartbeat = startHeartbeat(pool, connection, log);
    const topology = await readTopology(pool);
    const shares = createConnectionShares(config.limits.connections);
    return {
      database: createDatabase(pool, {
        topology,
        writeOutbox,
        shares,
        caches: isAlone(config) ? createTenantCaches() : undefined,
        ...(diskSpace && { hasDiskSpace: diskSpace.hasSpace }),
      }),
      pool,
      shares,
      connection,
      data,
      server_pid: () => cluster?.pid(),
      isAlive: heartbeat.isAlive,
      async close() {
        closing = true;
        diskSpace?.stop();
        await heartbeat.stop();
        await pool.end();
        await cluster?.stop();
      },
    };
  } catch (error) {
    diskSpace?.stop();
    await cluster?.stop();
    // The message must name the setting for the operator.
    throw config.database_url !== undefined ? new Error(`DATABASE_URL: ${sentenceOf(error)}`, { cause: error }) : error;
  }
}
