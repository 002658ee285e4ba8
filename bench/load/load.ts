import { type ChildProcess, fork } from 'node:child_process';
import type { Asking } from './asking.ts';

export interface LoadOrder {
  port: number;
  /** Clients, each of whom asks again as soon as it was answered. */
  connections: number;
  seconds: number;
  asking: Asking;
  /** No faster than this, all clients together. */
  per_s?: number;
}

export interface Outcome {
  /** Answers by status; 0 where the connection was lost. */
  statuses: Record<string, number>;
  bytes: number;
  lasted_s: number;
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
  /** The part of one core that asking took: near 1 it would be the asking that is measured. */
  busy: number;
}

/** Clients in a process of their own. */
export interface Load {
  run(order: LoadOrder): Promise<Outcome>;
  close(): void;
}

export function openLoad(): Load {
  const child: ChildProcess = fork(new URL('process.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error('the process that asks has ended'));
        child.once('exit', ended);
        child.once('message', ({ outcome, failure }: { outcome?: Outcome; failure?: string }) => {
          child.off('exit', ended);
          if (outcome === undefined) reject(new Error(failure));
          else resolve(outcome);
        });
        child.send(order);
      }),
    close: () => void child.kill(),
  };
}

/** How many answers of this status came in a second. @throws Error when others came too */
export function rateOf({ statuses, lasted_s }: Outcome, status: number): number {
  const { [status]: wanted = 0, ...others } = statuses;
  if (Object.keys(others).length > 0)
    throw new Error(`only ${status} was expected, and there came ${JSON.stringify(statuses)}`);
  return wanted / lasted_s;
}
