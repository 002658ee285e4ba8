import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

/** A local Redis-compatible server. */
export interface RedisServer {
  url: string;
  process(): ChildProcess;
  start(): Promise<void>;
  /** Ends it with SIGKILL. Its data is lost. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export const findRedisServer = () => findProgram(['valkey-server', 'redis-server']);

/** Starts a server on a free port, without persistence. */
export async function aRedisServer(program: string): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-redis-'));
  const port = String(await freePort());
  let child: ChildProcess;
  const start = async () => {
    let output = '';
    child = spawn(program, [
      '--port',
      port,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ]);
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
    await until(() => output.includes('Ready to accept connections'));
  };
  const kill = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    process: () => child,
    start,
    kill,
    async close() {
      if (child.exitCode === null && child.signalCode === null) await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
