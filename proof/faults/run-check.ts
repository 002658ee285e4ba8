import { spawn } from 'node:child_process';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { testServerVariable } from '../../test/server.ts';
import type { Copy } from '../copy-tree.ts';
import type { Check } from './checks.ts';

/** The outcome of a check. */
export interface Outcome {
  code: number | null;
  output: string;
  took_s: number;
}

const timeout_ms = 240_000;
const grace_ms = 10_000;

interface CheckRun {
  check: Check;
  /** The database server on which it creates its databases. */
  server: Connection;
  /** The expected output. After it, the check is killed soon: a fault may leave something open that keeps it running. */
  says?: RegExp;
}

/** Runs a check in the copy, in a separate process. */
export async function runCheck({ folder }: Copy, { check: { command }, server, says }: CheckRun): Promise<Outcome> {
  const env: NodeJS.ProcessEnv = { ...process.env, FORCE_COLOR: '0' };
  // Node skips a test run inside of another one, and the tests would use the outer server.
  delete env.NODE_TEST_CONTEXT;
  env[testServerVariable] = JSON.stringify(server);
  const started = performance.now();
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  // Kills the whole process group.
  const end = () => process.kill(-(child.pid ?? 0), 'SIGKILL');
  let late = setTimeout(end, timeout_ms);
  const keep = (chunk: Buffer) => {
    const before = says?.test(output);
    output = (output + chunk.toString()).slice(-400_000);
    if (before !== false || !says?.test(output)) return;
    clearTimeout(late);
    late = setTimeout(end, grace_ms);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(late);
  return { code, output, took_s: (performance.now() - started) / 1_000 };
}
