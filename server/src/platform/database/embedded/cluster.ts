import { type ChildProcess, spawn } from 'node:child_process';
import { access, chmod, chown, constants, mkdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '../connection.ts';
import { type Account, chooseAccount, chooseClusterRoot } from './account.ts';
import { type Engine, exists, prepareEngine } from './binaries.ts';
import { makeSocketFolder, type OwnerLock, takeOwnership } from './owner-lock.ts';
import { endProcesses, findServerProcesses } from './processes.ts';

/** The embedded PostgreSQL, supervised until it is stopped. */
export interface Cluster {
  readonly connection: Connection;
  /** The folder of its files. */
  readonly data: string;
  pid(): number | undefined;
  stop(): Promise<void>;
}

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface ClusterOptions {
  /** Only for tests: loses data if the machine stops, and starts faster. */
  unsafe?: boolean;
  /** The maximum number of connections. */
  connections?: number;
  /** How long a stop may take before the server is killed, so that the next start has to recover. */
  fast_stop_ms?: number | undefined;
}

interface Place {
  engine: Engine;
  account: Account | undefined;
  data: string;
  sockets: string;
  unsafe: boolean;
  connections: number;
  fast_stop_ms: number | undefined;
}

const defaults = { unsafe: false, connections: 250, fast_stop_ms: undefined };
const user = 'tillhouse_owner';
const port = 5432;
const database = 'tillhouse';
// If the server does not start again, the wait before the next try doubles up to this.
const longestWait_ms = 10_000;
const wordEvery_s = 10;

/**
 * Starts PostgreSQL in a data folder, which is made on first use. It listens on a unix socket only.
 * @throws Error if another process uses the folder, or the server cannot start
 */
export async function startCluster(data_dir: string, log: Log, options: ClusterOptions = {}): Promise<Cluster> {
  const folder = await openDataFolder(data_dir);
  const owned: OwnerLock[] = [await takeOwnership(folder)];
  const release = async () => {
    for (const lock of owned.splice(0)) await lock.release();
  };
  try {
    const root = await chooseClusterRoot(folder);
    await mkdir(root, { recursive: true, mode: 0o755 });
    const isElsewhere = dirname(root) !== folder;
    if (isElsewhere) {
      log.warn({ root }, 'the database server may not enter DATA_DIR, its files are kept elsewhere');
      // A copy of the data folder points there, too.
      owned.push(await takeOwnership(root));
    }
    const sockets = await makeSocketFolder(isElsewhere ? root : folder, 'pg');
    const place = await prepare({ root, sockets, ...defaults, ...options }, log);
    const watched = await watch(place, log);
    const stop = async () => {
      await watched.stop();
      await release();
    };
    const connection = { host: sockets, port, user, database };
    await makeDatabase(connection).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { connection, data: place.data, pid: watched.pid, stop };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * The server that already runs in a data folder, or else one started here until `stop`.
 * @throws Error if there is no database in the folder
 */
export async function borrowCluster(data_dir: string, log: Log): Promise<Cluster> {
  const folder = await openDataFolder(data_dir);
  const root = await chooseClusterRoot(folder);
  const data = join(root, 'data');
  if (!(await exists(join(data, 'PG_VERSION')))) throw new Error(`There is no database in DATA_DIR, ${folder}.`);
  const host = await makeSocketFolder(dirname(root) === folder ? folder : root, 'pg');
  const connection = { host, port, user, database };
  if (await answersTo(connection)) return { connection, data, pid: () => undefined, stop: async () => undefined };
  return startCluster(data_dir, log);
}

async function openDataFolder(data_dir: string): Promise<string> {
  try {
    await mkdir(data_dir, { recursive: true });
    await access(data_dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(data_dir);
  } catch (error) {
    throw new Error(`DATA_DIR must be a folder that can be written to: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function prepare(
  { root, ...given }: Pick<Place, 'sockets' | 'unsafe' | 'connections' | 'fast_stop_ms'> & { root: string },
  log: Log,
): Promise<Place> {
  const { sockets } = given;
  const data = join(root, 'data');
  const account = await chooseAccount(data);
  const engine = await prepareEngine(root, account !== undefined);
  await chmod(sockets, 0o700);
  if (account !== undefined) await chown(sockets, account.uid, account.gid);
  const place: Place = { ...given, engine, account, data };
  if (!(await exists(join(data, 'PG_VERSION')))) await initialise(place, log);
  await clearOrphans(place, log);
  return place;
}

/** Initialises a folder beside it first, so that an interrupted first start leaves nothing that looks like a database. */
async function initialise(place: Place, log: Log): Promise<void> {
  log.info({ folder: place.data }, 'making a new database');
  const half = `${place.data}.part`;
  await endProcesses(() => findServerProcesses(half));
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  if (place.account !== undefined) await chown(half, place.account.uid, place.account.gid);
  const args = ['-D', half, '-U', user, '-A', 'trust', '-E', 'UTF8', '--data-checksums', '--no-instructions'];
  // Folds the case of every alphabet and sorts by code point, in the same way on every host.
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
  if (place.unsafe) args.push('--no-sync');
  const failed = await run(place, 'initdb', args);
  if (failed !== undefined) {
    await rm(half, { recursive: true, force: true });
    throw new Error(`The database could not be made: ${failed}`);
  }
  await rename(half, place.data);
}

function run(place: Place, program: string, args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = start(place, program, args);
    const said = listenTo(child);
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code) => resolve(code === 0 ? undefined : said().trim() || `${program} ended with ${code}`));
  });
}

function start(place: Place, program: string, args: string[]): ChildProcess {
  return spawn(join(place.engine, 'bin', program), args, {
    cwd: place.sockets,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group: Ctrl-C in a terminal must reach only the service, which stops the database when it no
    // longer needs it.
    detached: true,
    ...(place.account ?? {}),
  });
}

/** Keeps the last output of a child process, for the error message if it ends. */
function listenTo(child: ChildProcess): () => string {
  let said = '';
  const keep = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => said;
}

/**
 * This process owns the data folder, so a server that still runs in it was left by a killed Tillhouse. It is stopped,
 * to be started again.
 */
async function clearOrphans(place: Place, log: Log): Promise<void> {
  const find = () => findServerProcesses(place.data);
  const orphans = await find();
  if (orphans.length > 0) {
    log.warn({ pids: orphans }, 'stopping a database server that an earlier run left behind');
    if (!(await endProcesses(find))) throw new Error(`A database server left behind (process ${orphans.join(', ')}) cannot be stopped.`);
  }
  // None of its processes runs, so its pid file is stale; the process id in it may be a killed process that has not
  // been reaped.
  await rm(join(place.data, 'postmaster.pid'), { force: true });
  for (const left of [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]) await rm(join(place.sockets, left), { force: true });
}

async function makeDatabase(connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

async function watch(place: Place, log: Log): Promise<{ pid(): number | undefined; stop(): Promise<void> }> {
  let stopping = false;
  let child = await launch(place, log);
  let restart: Promise<void> | undefined;
  const guard = (watched: ChildProcess) =>
    watched.once('exit', (code, signal) => {
      if (stopping) return;
      log.warn({ code, signal }, 'the database server ended unexpectedly; starting it again');
      restart = comeBack();
    });
  const comeBack = async () => {
    for (let wait_ms = 50; !stopping; wait_ms = Math.min(wait_ms * 2, longestWait_ms)) {
      try {
        await clearOrphans(place, log);
        child = await launch(place, log);
        guard(child);
        return;
      } catch (error) {
        log.warn({ err: error, wait_ms }, 'the database server did not start');
        await sleep(wait_ms);
      }
    }
  };
  guard(child);
  return {
    pid: () => child.pid,
    async stop() {
      stopping = true;
      await restart;
      const find = async () => (child.exitCode === null && child.signalCode === null && child.pid !== undefined ? [child.pid] : []);
      await endProcesses(find, place.fast_stop_ms === undefined ? {} : { fast_stop_ms: place.fast_stop_ms });
    },
  };
}

async function launch(place: Place, log: Log): Promise<ChildProcess> {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: place.sockets,
    unix_socket_permissions: '0700',
    max_connections: String(place.connections),
    // No transaction is serializable and there is no replication, so no memory is reserved for either.
    max_pred_locks_per_transaction: '10',
    max_logical_replication_workers: '0',
    shared_buffers: '128MB',
    jit: 'off',
    // After an import of a catalogue, plans must not assume empty tables.
    autovacuum_naptime: '10s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    fsync: place.unsafe ? 'off' : 'on',
    full_page_writes: place.unsafe ? 'off' : 'on',
    synchronous_commit: place.unsafe ? 'off' : 'on',
  };
  const args = ['-D', place.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = start(place, 'postgres', args);
  const said = listenTo(child);
  let over: string | undefined;
  child.once('error', (error) => {
    over = error.message;
  });
  child.once('exit', () => {
    over = said().trim() || 'it ended at once';
  });
  // Waits without a limit: an interrupted recovery would begin again at the next start.
  for (let nextWord_s = wordEvery_s, since = performance.now(); ; ) {
    if (over !== undefined) throw new Error(`The database server did not start: ${over}`);
    if (await accepts(place)) return child;
    const waited_s = Math.floor((performance.now() - since) / 1_000);
    if (waited_s >= nextWord_s) {
      log.warn({ waited_s }, 'the database server is not ready yet; after a crash it replays its write-ahead log');
      nextWord_s += wordEvery_s;
    }
    await sleep(10);
  }
}

/** Whether the server accepts connections. A running process may still be recovering. */
async function accepts(place: Place): Promise<boolean> {
  const status = await readFile(join(place.data, 'postmaster.pid'), 'utf8').catch(() => '');
  if (!/^ready/m.test(status)) return false;
  return answersTo({ host: place.sockets, port, user, database: 'postgres' });
}

async function answersTo(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
