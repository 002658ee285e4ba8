import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../connection.ts';
import { withClient } from '../open-client.ts';
import type { Account } from './account.ts';
import type { Engine } from './binaries.ts';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Where and how a server runs. */
export interface ServerOptions {
  engine: Engine;
  account: Account | undefined;
  data: string;
  sockets: string;
  unsafe: boolean;
  connections: number;
  fast_stop_ms: number | undefined;
}

export const user = 'tillhouse_owner';
export const port = 5432;
const log_every_s = 10;

/** Runs a program of PostgreSQL to its end. @returns its error output if it failed */
export function run(options: ServerOptions, program: string, args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = start(options, program, args);
    const output = captureOutput(child);
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code) => resolve(code === 0 ? undefined : output().trim() || `${program} ended with ${code}`));
  });
}

function start(options: ServerOptions, program: string, args: string[]): ChildProcess {
  return spawn(join(options.engine, 'bin', program), args, {
    cwd: options.sockets,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group: Ctrl-C in a terminal must reach only the service, which stops the database when it no
    // longer needs it.
    detached: true,
    ...(options.account ?? {}),
  });
}

/** Collects the last output of a child process, for the error message if it ends. */
function captureOutput(child: ChildProcess): () => string {
  let output = '';
  const append = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  return () => output;
}

/** Starts the server, and waits until it accepts connections. @throws Error if it ends before that */
export async function launch(options: ServerOptions, log: Log): Promise<ChildProcess> {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: options.sockets,
    unix_socket_permissions: '0700',
    max_connections: String(options.connections),
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
    fsync: options.unsafe ? 'off' : 'on',
    full_page_writes: options.unsafe ? 'off' : 'on',
    synchronous_commit: options.unsafe ? 'off' : 'on',
  };
  const args = ['-D', options.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = start(options, 'postgres', args);
  const output = captureOutput(child);
  let endReason: string | undefined;
  child.once('error', (error) => {
    endReason = error.message;
  });
  child.once('exit', () => {
    endReason = output().trim() || 'it ended at once';
  });
  // Waits without a limit, because an interrupted recovery would begin again at the next start.
  for (let next_log_s = log_every_s, since = performance.now(); ; ) {
    if (endReason !== undefined) throw new Error(`The database server did not start: ${endReason}`);
    if (await isReady(options)) return child;
    const waited_s = Math.floor((performance.now() - since) / 1_000);
    if (waited_s >= next_log_s) {
      log.warn({ waited_s }, 'the database server is not ready yet; after a crash it replays its write-ahead log');
      next_log_s += log_every_s;
    }
    await sleep(10);
  }
}

/** Whether the server is ready for connections. A running process may still be recovering. */
async function isReady(options: ServerOptions): Promise<boolean> {
  const status = await readFile(join(options.data, 'postmaster.pid'), 'utf8').catch(() => '');
  if (!/^ready/m.test(status)) return false;
  return acceptsConnections({ host: options.sockets, port, user, database: 'postgres' });
}

export const acceptsConnections = (connection: Connection): Promise<boolean> =>
  withClient(connection, async () => true).catch(() => false);
