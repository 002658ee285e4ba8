import { execFileSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** The time in which a process must exit after its last test. A file that closes what it opened needs none of it. */
const idleGrace_ms = 10_000;
/** A test that blocks the event loop for this time is ended from outside: no timer of its own process can run. */
const blockedFor_ms = 120_000;

/**
 * Ends this process if its event loop is blocked. A thread checks a counter that the loop increments.
 * @param files the paths of the test files, for the message
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

/** Ends this process and its descendants if it does not exit soon after its last test, because handles are open. */
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

/** Writes synchronously, because the process is about to be ended. */
export const say = (line: string): void => void writeSync(2, `\n✖ ${line}\n`);

/** Ends all descendants of a process: services, databases and browsers of an unfinished test. */
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
