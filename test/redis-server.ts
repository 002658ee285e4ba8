import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './process/place.ts';
import { until } from './until.ts';

/** A Redis-compatible server of this machine, for a test. */
export interface RedisServer {
  url: string;
  process(): ChildProcess;
  start(): Promise<void>;
  /** Ends it outright; what it has counted is lost. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export const findRedisServer = () => findProgram(['valkey-server', 'redis-server']);

/** On a socket of its own, and keeping nothing. */
export async function aRedisServer(program: string): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-redis-'));
  const port = String(await freePort());
  let child: ChildProcess;
  const start = async () => {
    let said = '';
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
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk));
    await until(() => said.includes('Ready to accept connections'));
  };
  const kill = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
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
