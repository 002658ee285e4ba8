import { fork } from 'node:child_process';
import type { BareOrder } from './bare-process.ts';

export interface Bare {
  port: number;
  close(): void;
}

/** Bare Fastify in a process of its own, which answers these bytes to whoever has a token of this secret. */
export function openBare(order: BareOrder): Promise<Bare> {
  const child = fork(new URL('bare-process.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`bare Fastify ended with ${code}`)));
    child.once('message', ({ port }: { port: string }) =>
      resolve({ port: Number(port), close: () => void child.kill() }),
    );
    child.send(order);
  });
}
