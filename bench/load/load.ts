import { type ChildProcess, fork } from 'node:child_process';
import type { Workload } from './workload.ts';

export interface LoadCommand {
  port: number;
  /** Number of clients. Each sends its next request right after the response. */
  connections: number;
  seconds: number;
  workload: Workload;
  /** The maximum rate of all clients together. */
  per_s?: number;
}

export interface Outcome {
  /** Number of responses by status; 0 is a lost connection. */
  statuses: Record<string, number>;
  bytes: number;
  lasted_s: number;
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
  /** The part of a core that the load generator used. Near 1, the benchmark measures the load generator. */
  busy: number;
}

/** Clients in a separate process. */
export interface Load {
  run(command: LoadCommand): Promise<Outcome>;
  close(): void;
}

export function openLoad(): Load {
  const child: ChildProcess = fork(new URL('load-process.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    run: (command) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error('the load generator has ended'));
        child.once('exit', ended);
        child.once('message', ({ outcome, failure }: { outcome?: Outcome; failure?: string }) => {
          child.off('exit', ended);
          if (outcome === undefined) reject(new Error(failure));
          else resolve(outcome);
        });
        child.send(command);
      }),
    close: () => void child.kill(),
  };
}

/** The number of responses with this status per second. @throws Error if there were others */
export function rateOf({ statuses, lasted_s }: Outcome, status: number): number {
  const { [status]: wanted = 0, ...others } = statuses;
  if (Object.keys(others).length > 0) throw new Error(`expected only ${status}, got ${JSON.stringify(statuses)}`);
  return wanted / lasted_s;
}
