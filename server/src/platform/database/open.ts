import type pg from 'pg';
import type { KeyedSemaphore } from '../../core/keyed-semaphore.ts';
import { sentenceOf } from '../../core/sentence.ts';
import type { Watch } from '../../core/watch.ts';
import { type Config, connectionsToLend, isAlone } from '../config/config.ts';
import { readTopology } from './citus/distribution.ts';
import type { Connection } from './connection.ts';
import { createDatabase } from './database.ts';
import { startCluster } from './embedded/cluster.ts';
import { watchRoom } from './embedded/watch-room.ts';
import type { Database, OutboxWriter } from './handle.ts';
import { migrate } from './migration/migrate.ts';
import { prepareSearch } from './migration/prepare-search.ts';
import { prepareServiceRole } from './migration/service-role.ts';
import { checkSessions } from './pool/check-sessions.ts';
import { startHeartbeat } from './pool/heartbeat.ts';
import { createConnectionShares, createPool } from './pool/pool.ts';
import { createTenantCaches } from './tenant-caches.ts';

export interface OpenDatabase {
  readonly database: Database;
  readonly pool: pg.Pool;
  /** The connections that each merchant holds and waits for. */
  readonly shares: KeyedSemaphore;
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

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface Opening {
  log: Log;
  writeOutbox: OutboxWriter;
  watch: Watch;
  /** The database that another process of the service has opened and migrated. */
  joined?: (Pick<OpenDatabase, 'connection'> & { data?: string | undefined }) | undefined;
}

const quiet: Log = { info: () => undefined, warn: () => undefined };

/**
 * Starts the embedded server or connects to the configured one, and migrates it; or uses the database that another
 * process has opened.
 */
export async function openDatabase(
  config: Config,
  { log, writeOutbox, watch, joined }: Opening,
): Promise<OpenDatabase> {
  const isOwner = joined === undefined && config.database_url === undefined;
  const cluster = isOwner
    ? await startCluster(config.data_dir, log, {
        connections: connectionsToLend(config),
        fast_stop_ms: config.database_stop_s * 1_000,
      })
    : undefined;
  const data = joined?.data ?? cluster?.data;
  // Only the process that runs the server logs it.
  const room = data === undefined ? undefined : await watchRoom(data, cluster === undefined ? quiet : log);
  try {
    const reached: Connection = cluster?.connection ?? { connectionString: config.database_url ?? '' };
    if (joined === undefined && cluster === undefined) await checkSessions(reached);
    const connection = joined?.connection ?? (await prepareServiceRole(reached));
    if (joined === undefined) {
      await migrate(connection, log);
      await prepareSearch(reached, connection, log);
    }
    let closing = false;
    const pool = createPool(connection, {
      size: config.database_pool_size,
      watch,
      // The error contains the whole client with its settings, so log only its message.
      onLost: (error) => closing || log.warn({ reason: error.message }, 'a database connection was lost'),
    });
    const pulse = startHeartbeat(pool, connection, log);
    const topology = await readTopology(pool);
    const shares = createConnectionShares(config.limits.connections);
    return {
      database: createDatabase(pool, {
        topology,
        writeOutbox,
        shares,
        caches: isAlone(config) ? createTenantCaches() : undefined,
        ...(room && { hasRoom: room.isLeft }),
      }),
      pool,
      shares,
      connection,
      data,
      server_pid: () => cluster?.pid(),
      isAlive: pulse.isAlive,
      async close() {
        closing = true;
        room?.stop();
        await pulse.stop();
        await pool.end();
        await cluster?.stop();
      },
    };
  } catch (error) {
    room?.stop();
    await cluster?.stop();
    // The message must name the setting for the operator.
    throw config.database_url !== undefined ? new Error(`DATABASE_URL: ${sentenceOf(error)}`, { cause: error }) : error;
  }
}
