import { spawn } from 'node:child_process';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { testServerVariable } from '../../test/server.ts';
import type { Check } from './checks.ts';
import type { Copy } from './copy.ts';

/** What came of a check. */
export interface Outcome {
  code: number | null;
  said: string;
  took_s: number;
}

const patience_ms = 240_000;
const grace_ms = 10_000;

interface CheckRun {
  check: Check;
  /** None: it starts its own. */
  server: Connection | undefined;
  /** What it is expected to say. Once it has, it is not waited for long: what a fault has left open may keep it from ending. */
  says?: RegExp;
}

/** Runs a check in the copy, as a program of its own. */
export async function runCheck({ folder }: Copy, { check: { command }, server, says }: CheckRun): Promise<Outcome> {
  const env: NodeJS.ProcessEnv = { ...process.env, FORCE_COLOR: '0' };
  // A test run inside of another is passed over by Node, and one server by another.
  delete env.NODE_TEST_CONTEXT;
  delete env[testServerVariable];
  if (server !== undefined) env[testServerVariable] = JSON.stringify(server);
  // Test files find their server in the environment, and do not start one.
  const [first, ...others] = command;
  const words = server === undefined && first === '--test' ? ['test/run.ts', 'all', others.at(-1) ?? ''] : command;
  const started = performance.now();
  const child = spawn(process.execPath, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  // With whatever it has started.
  const end = () => process.kill(-(child.pid ?? 0), 'SIGKILL');
  let late = setTimeout(end, patience_ms);
  const keep = (chunk: Buffer) => {
    const before = says?.test(said);
    said = (said + chunk.toString()).slice(-400_000);
    if (before !== false || !says?.test(said)) return;
    clearTimeout(late);
    late = setTimeout(end, grace_ms);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(late);
  return { code, said, took_s: (performance.now() - started) / 1_000 };
}
