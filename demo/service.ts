import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Service {
  url: string;
  process: ChildProcess;
  /** The last output of the process. */
  output(): string;
  /** Sends SIGTERM, and waits for the end. @returns the exit code */
  stop(): Promise<number | null>;
}

const ownMain = new URL('../server/src/app/start.js', import.meta.url).pathname;

interface StartCommand {
  /** Environment variables of the script. */
  env: Record<string, string>;
  /** Options of Node. */
  options: string[];
}

/** The command of `npm start`. @throws Error if the script in package.json has another form */
export function readStartCommand(): StartCommand {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string };
  };
  const [, settings = '', options = ''] = /^(.*)exec node (.*)server\/src\/app\/start\.js$/.exec(scripts.start) ?? [];
  if (options === '') throw new Error(`cannot read the script: ${scripts.start}`);
  const words = (text: string) => text.split(' ').filter((word) => word !== '');
  return {
    env: Object.fromEntries(words(settings).map((word) => word.split('=') as [string, string])),
    options: words(options),
  };
}

/**
 * Starts the service like `npm start`, and waits until it is ready.
 * @param main the start script, for another copy of the service
 * @throws Error with the output if the service ends instead
 */
export async function startService(env: Record<string, string>, main = ownMain): Promise<Service> {
  const command = readStartCommand();
  const settings = { PORT: '3000', ...process.env, ...command.env, ...env };
  const url = `http://127.0.0.1:${settings.PORT}`;
  const child = spawn(process.execPath, [...command.options, main], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
