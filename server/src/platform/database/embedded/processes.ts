import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process runs. A killed process that its parent has not reaped still has an id, but does not run. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name before the state is in parentheses and may contain any character; the state is the letter after the last
  // parenthesis.
  const state = status?.slice(status.lastIndexOf(')') + 2, status.lastIndexOf(')') + 3);
  return state !== 'Z' && state !== 'X';
}

/** Servers and their backends that use a data folder, which is the working directory of a postgres process. */
export async function findServerProcesses(folder: string): Promise<number[]> {
  const named = await pidFromFile(folder);
  const candidates = new Set<number>(named === undefined ? [] : [named]);
  const real = await realpath(folder).catch(() => folder);
  for (const entry of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(entry)) continue;
    const cwd = await readlink(`/proc/${entry}/cwd`).catch(() => undefined);
    if (cwd === real) candidates.add(Number(entry));
  }
  const running: number[] = [];
  for (const pid of candidates) {
    if ((await isRunning(pid)) && (await isPostgres(pid, real))) running.push(pid);
  }
  return running;
}

async function pidFromFile(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

/**
 * The id in a pid file may belong to another program by now. If /proc is available, the process must be a postgres of
 * this folder.
 */
async function isPostgres(pid: number, folder: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (command === undefined) return process.platform !== 'linux';
  if (!/postgres/.test(command)) return false;
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return cwd === undefined || cwd === folder;
}

/** A fast stop ends all statements at once, and then writes a checkpoint: on a slow disk that takes a while. */
const default_fast_stop_ms = 60_000;
const hard_stop_ms = 3_000;

/** Ends processes with increasingly strong signals. After each of them PostgreSQL can recover what was committed. */
export async function endProcesses(
  find: () => Promise<number[]>,
  { fast_stop_ms = default_fast_stop_ms }: { fast_stop_ms?: number } = {},
): Promise<boolean> {
  for (const [signal, timeout_ms] of [
    ['SIGINT', fast_stop_ms],
    ['SIGQUIT', hard_stop_ms],
    ['SIGKILL', hard_stop_ms],
  ] as const) {
    const running = await find();
    if (running.length === 0) return true;
    for (const pid of running) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has ended meanwhile.
      }
    }
    const until = Date.now() + timeout_ms;
    while (Date.now() < until) {
      if ((await find()).length === 0) return true;
      await sleep(20);
    }
  }
  return (await find()).length === 0;
}
