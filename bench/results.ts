import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Verdict } from './benchmark.ts';

/** What one benchmark found, as it is kept in a file. */
export interface Kept {
  benchmark: string;
  title: string;
  at: string;
  commit: string;
  /** `load_before` is how many cores were busy at that moment. */
  machine: { cores: number; processor: string; memory_gib: number; system: string; node: string; load_before: number };
  rounds: number;
  seconds: number;
  /** Of the soak. */
  minutes: number;
  scale: number;
  verdicts: Verdict[];
  notes: string[];
}

export const resultsFolder = join(import.meta.dirname, 'results');

export async function keepResult(result: Kept): Promise<string> {
  await mkdir(resultsFolder, { recursive: true });
  const name = `${result.at.slice(0, 10)}-${result.benchmark}.json`;
  await writeFile(join(resultsFolder, name), `${JSON.stringify(result, undefined, 2)}\n`);
  return name;
}

/** The newest of each benchmark. */
export async function readResults(): Promise<Map<string, Kept>> {
  const newest = new Map<string, Kept>();
  for (const name of (await readdir(resultsFolder)).filter((file) => file.endsWith('.json')).sort()) {
    const result = JSON.parse(await readFile(join(resultsFolder, name), 'utf8')) as Kept;
    newest.set(result.benchmark, result);
  }
  return newest;
}

const looked_at_ms = 1_000;

/** How many cores others keep busy now. The load average would still tell of the benchmark before. */
async function busyCores(): Promise<number> {
  const timesOf = () =>
    cpus().map(({ times }) => ({ idle: times.idle, all: Object.values(times).reduce((sum, time) => sum + time, 0) }));
  const before = timesOf();
  await sleep(looked_at_ms);
  const busy = timesOf().map(({ idle, all }, core) => {
    const [idle_ms, all_ms] = [idle - (before[core]?.idle ?? 0), all - (before[core]?.all ?? 0)];
    return all_ms > 0 ? 1 - idle_ms / all_ms : 0;
  });
  return Math.round(busy.reduce((sum, share) => sum + share, 0) * 100) / 100;
}

/** What is to be known of a machine, and nothing that tells whose it is. */
export async function describeMachine(): Promise<Kept['machine']> {
  const [processor] = cpus();
  return {
    cores: cpus().length,
    processor: processor?.model.trim() ?? '',
    memory_gib: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${arch()}`,
    node: process.version,
    load_before: await busyCores(),
  };
}

/** The commit that is measured, with a plus where something is changed since. */
export async function readCommit(): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: import.meta.dirname })).stdout.trim();
  try {
    return (
      (await git('rev-parse', '--short=10', 'HEAD')) +
      ((await git('status', '--porcelain', '--', '../server')) === '' ? '' : '+')
    );
  } catch {
    return 'unknown';
  }
}
