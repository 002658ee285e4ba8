import type { ChildProcess } from 'node:child_process';
import { access, chmod, chown, constants, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../connection.ts';
import { withClient } from '../open-client.ts';
import { chooseAccount, chooseClusterRoot } from './account.ts';
import { exists, prepareEngine } from './binaries.ts';
import { makeSocketFolder, type OwnerLock, takeOwnership } from './owner-lock.ts';
import { endProcesses, findServerProcesses } from './processes.ts';
import { acceptsConnections, type Log, launch, port, run, type ServerOptions, user } from './server-process.ts';

/** The embedded PostgreSQL, supervised until it is stopped. */
export interface Cluster {
  readonly connection: Connection;
  /** The folder of its files. */
  readonly data: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Only for tests: loses data if the machine stops, and starts faster. */
  unsafe?: boolean;
  /** The maximum number of connections. */
  connections?: number;
  /** How long a stop may take before the server is killed, so that the next start has to recover. */
  fast_stop_ms?: number | undefined;
}

const connectionsAtMost = 250;
const defaults = { unsafe: false, connections: connectionsAtMost, fast_stop_ms: undefined };
const database = 'tillhouse';
// If the server does not start again, the wait before the next try doubles up to this.
const max_wait_ms = 10_000;
const first_wait_ms = 50;

/**
 * Starts PostgreSQL in a data folder, which is created on first use. It listens on a unix socket only.
 * @throws Error if another process uses the folder, or the server cannot start
 */
export async function startCluster(data_dir: string, log: Log, options: ClusterOptions = {}): Promise<Cluster> {
  const folder = await openDataFolder(data_dir);
  const locks: OwnerLock[] = [await takeOwnership(folder)];
  const release = async () => {
    for (const lock of locks.splice(0)) await lock.release();
  };
  try {
    const root = await chooseClusterRoot(folder);
    await mkdir(root, { recursive: true, mode: 0o755 });
    const isOutside = dirname(root) !== folder;
    if (isOutside) {
      log.warn({ root }, 'the database server has no access to DATA_DIR, its files are stored elsewhere');
      // A copied data folder has a link to the same folder, so that is locked, too.
      locks.push(await takeOwnership(root));
    }
    const sockets = await makeSocketFolder(isOutside ? root : folder, 'pg');
    const serverOptions = await prepare({ root, sockets, ...defaults, ...options }, log);
    const supervisor = await supervise(serverOptions, log);
    const stop = async () => {
      await supervisor.stop();
      await release();
    };
    const connection = { host: sockets, port, user, database };
    await createDatabase(connection).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { connection, data: serverOptions.data, pid: supervisor.pid, stop };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * The server that already runs in a data folder, or else one started here until `stop`.
 * @throws Error if there is no database in the folder
 */
export async function findOrStartCluster(data_dir: string, log: Log): Promise<Cluster> {
  const folder = await openDataFolder(data_dir);
  const root = await chooseClusterRoot(folder);
  const data = join(root, 'data');
  if (!(await exists(join(data, 'PG_VERSION')))) throw new Error(`There is no database in DATA_DIR, ${folder}.`);
  const host = await makeSocketFolder(dirname(root) === folder ? folder : root, 'pg');
  const connection = { host, port, user, database };
  if (await acceptsConnections(connection))
    return { connection, data, pid: () => undefined, stop: async () => undefined };
  return startCluster(data_dir, log);
}

async function openDataFolder(data_dir: string): Promise<string> {
  try {
    await mkdir(data_dir, { recursive: true });
    await access(data_dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(data_dir);
  } catch (error) {
    throw new Error(
      `DATA_DIR must be a folder that can be written to: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function prepare(
  { root, ...given }: Pick<ServerOptions, 'sockets' | 'unsafe' | 'connections' | 'fast_stop_ms'> & { root: string },
  log: Log,
): Promise<ServerOptions> {
  const { sockets } = given;
  const data = join(root, 'data');
  const account = await chooseAccount(data);
  const engine = await prepareEngine(root, account !== undefined);
  await chmod(sockets, 0o700);
  if (account !== undefined) await chown(sockets, account.uid, account.gid);
  const options: ServerOptions = { ...given, engine, account, data };
  if (!(await exists(join(data, 'PG_VERSION')))) await initialise(options, log);
  await clearOrphans(options, log);
  return options;
}

/**
 * Initialises a temporary folder and renames it, so that an interrupted start leaves nothing that looks like a
 * database.
 */
async function initialise(options: ServerOptions, log: Log): Promise<void> {
  log.info({ folder: options.data }, 'creating a new database');
  const partial = `${options.data}.part`;
  await endProcesses(() => findServerProcesses(partial));
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: 0o700 });
  if (options.account !== undefined) await chown(partial, options.account.uid, options.account.gid);
  const args = ['-D', partial, '-U', user, '-A', 'trust', '-E', 'UTF8', '--data-checksums', '--no-instructions'];
  // Folds the case of every alphabet and sorts by code point, in the same way on every host.
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
  if (options.unsafe) args.push('--no-sync');
  const failed = await run(options, 'initdb', args);
  if (failed !== undefined) {
    await rm(partial, { recursive: true, force: true });
    throw new Error(`The database could not be created: ${failed}`);
  }
  await rename(partial, options.data);
}

/**
 * This process owns the data folder, so a server that still runs in it was left by a killed Tillhouse. It is stopped,
 * to be started again.
 */
async function clearOrphans(options: ServerOptions, log: Log): Promise<void> {
  const find = () => findServerProcesses(options.data);
  const orphans = await find();
  if (orphans.length > 0) {
    log.warn({ pids: orphans }, 'stopping a database server that an earlier run left behind');
    if (!(await endProcesses(find)))
      throw new Error(`A database server left behind (process ${orphans.join(', ')}) cannot be stopped.`);
  }
  // None of its processes runs, so its pid file is stale. The process id in it may belong to a killed process that has
  // not been reaped.
  await rm(join(options.data, 'postmaster.pid'), { force: true });
  for (const left of [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`])
    await rm(join(options.sockets, left), { force: true });
}

async function createDatabase(connection: Connection): Promise<void> {
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  });
}

async function supervise(
  options: ServerOptions,
  log: Log,
): Promise<{ pid(): number | undefined; stop(): Promise<void> }> {
  let stopping = false;
  let child = await launch(options, log);
  let restart: Promise<void> | undefined;
  const restartOnExit = (server: ChildProcess) =>
    server.once('exit', (code, signal) => {
      if (stopping) return;
      log.warn({ code, signal }, 'the database server ended unexpectedly; starting it again');
      restart = restartServer();
    });
  const restartServer = async () => {
    for (let wait_ms = first_wait_ms; !stopping; wait_ms = Math.min(wait_ms * 2, max_wait_ms)) {
      try {
        await clearOrphans(options, log);
        child = await launch(options, log);
        restartOnExit(child);
        return;
      } catch (error) {
        log.warn({ err: error, wait_ms }, 'the database server did not start');
        await sleep(wait_ms);
      }
    }
  };
  restartOnExit(child);
  return {
    pid: () => child.pid,
    async stop() {
      stopping = true;
      await restart;
      const find = async () =>
        child.exitCode === null && child.signalCode === null && child.pid !== undefined ? [child.pid] : [];
      await endProcesses(find, options.fast_stop_ms === undefined ? {} : { fast_stop_ms: options.fast_stop_ms });
    },
  };
}
