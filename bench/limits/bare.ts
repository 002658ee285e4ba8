import { fork } from 'node:child_process';
import type { BareOptions } from './bare-process.ts';

export interface Bare {
  port: number;
  close(): void;
}

/** Starts bare Fastify in a separate process. It sends these bytes to each request with a token of this secret. */
export function openBare(options: BareOptions): Promise<Bare> {
  const child = fork(new URL('bare-process.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`bare Fastify ended with ${code}`)));
    child.once('message', ({ port }: { port: string }) =>
      resolve({ port: Number(port), close: () => void child.kill() }),
    );
    child.send(options);
  });
}
