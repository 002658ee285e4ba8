import { execFileSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** A process whose tests are over has so long to end by itself. Nothing is judged by it: a file that closes what it opened needs none of it. */
const idleGrace_ms = 10_000;
/** A test that keeps the event loop for so long does not come back: no timer of its own process can end it. */
const blockedFor_ms = 120_000;

/**
 * Ends this process if its event loop stands still: a thread looks at a counter that the loop moves.
 * @param files what the process runs, by path: the message names them
 * @returns a function that tells the thread the current file
 */
export function watchEventLoop(files: readonly string[], blocked_ms = blockedFor_ms): { begin(file: number): void } {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const beat = setInterval(() => Atomics.add(shared, 0, 1), 1_000);
  beat.unref();
  const thread = new Worker(new URL('watch-thread.ts', import.meta.url), {
    workerData: { shared, files, blocked_ms, pid: process.pid },
    env: process.env,
    stdin: false,
  });
  thread.unref();
  return { begin: (file) => void Atomics.store(shared, 1, file) };
}

/** Ends this process, and what it started, if it is still there a while after its last test: something was left open. */
export function endIfLeftOpen(files: readonly string[], grace_ms = idleGrace_ms): void {
  const timer = setTimeout(() => {
    const open = new Set(process.getActiveResourcesInfo());
    say(
      `${files.join(', ')} did not end ${grace_ms / 1_000} s after its last test and was ended. Still open: ${[...open].join(', ')}`,
    );
    endDescendants(process.pid);
    process.exit(1);
  }, grace_ms);
  timer.unref();
}

/** Written at once: a process that is about to be ended has no time to flush a stream. */
export const say = (line: string): void => void writeSync(2, `\n✖ ${line}\n`);

/** Ends every process that this one started, directly or not: services, databases and browsers of a test that was broken off. */
export function endDescendants(pid: number): void {
  const children = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')) {
    const [child = Number.NaN, parent = Number.NaN] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const end = (parent: number): void => {
    for (const child of children.get(parent) ?? []) {
      end(child);
      try {
        process.kill(child, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  end(pid);
}
