import type pg from 'pg';
import { type Config, isAlone } from '../config.ts';
import { sentenceOf } from '../kernel/sentence.ts';
import type { Connection } from './connection.ts';
import { startCluster } from './embedded/cluster.ts';
import { watchRoom } from './embedded/watch-room.ts';
import { type Chronicle, createDatabase, type Database } from './handle.ts';
import { createMemory } from './memory.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import { prepareSearch } from './prepare-search.ts';
import { startPulse } from './pulse.ts';
import { prepareServiceRole } from './service-role.ts';

export interface OpenDatabase {
  readonly database: Database;
  readonly pool: pg.Pool;
  /** For who needs connections of their own. */
  readonly connection: Connection;
  /** The embedded server's process, where there is one. */
  readonly server_pid: () => number | undefined;
  /** Whether it answers. */
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Starts the embedded server, or reaches the given one; brings its tables up to date. */
export async function openDatabase(config: Config, log: Log, chronicle: Chronicle): Promise<OpenDatabase> {
  const cluster = config.database_url === undefined ? await startCluster(config.data_dir, log) : undefined;
  const room = cluster && (await watchRoom(cluster.data, log));
  try {
    const reached: Connection = cluster?.connection ?? { connectionString: config.database_url ?? '' };
    const connection = await prepareServiceRole(reached);
    await migrate(connection, log);
    await prepareSearch(reached, connection, log);
    let closing = false;
    const pool = createPool(connection, {
      size: config.database_pool_size,
      // The error carries the whole client, its settings included: only what it says is for the log.
      onLost: (error) => closing || log.warn({ reason: error.message }, 'a database connection was lost'),
    });
    const pulse = startPulse(pool, connection, log);
    return {
      database: createDatabase(pool, {
        chronicle,
        memory: isAlone(config) ? createMemory() : undefined,
        ...(room && { hasRoom: room.isLeft }),
      }),
      pool,
      connection,
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
    // The one who starts it must know which setting is meant.
    throw cluster === undefined ? new Error(`DATABASE_URL: ${sentenceOf(error)}`, { cause: error }) : error;
  }
}
