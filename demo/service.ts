import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Service {
  url: string;
  process: ChildProcess;
  /** What it has written so far. */
  output(): string;
  /** Asks it to stop, and waits; answers its exit code. */
  stop(): Promise<number | null>;
}

const ownMain = new URL('../server/src/start.js', import.meta.url).pathname;

/**
 * Starts the service as `npm start` does, and waits until it is ready.
 * @param main of another copy of it
 * @throws Error with what it said when it ends instead
 */
export async function startService(env: Record<string, string>, main = ownMain): Promise<Service> {
  const settings = { PORT: '3000', ...process.env, ...env };
  const url = `http://127.0.0.1:${settings.PORT}`;
  const child = spawn(process.execPath, [main], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the service ended: ${output}`);
    if (await isReady(url)) break;
    await sleep(20);
  }
  return {
    url,
    process: child,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
