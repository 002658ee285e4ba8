import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Verdict } from './benchmark.ts';

/** The content of a result file. */
export interface Result {
  benchmark: string;
  title: string;
  at: string;
  commit: string;
  /** `load_before` is the number of cores that other programs used just before. */
  machine: { cores: number; processor: string; memory_gib: number; system: string; node: string; load_before: number };
  rounds: number;
  seconds: number;
  /** The length of the soak. */
  minutes: number;
  scale: number;
  verdicts: Verdict[];
  notes: string[];
}

export const resultsFolder = join(import.meta.dirname, 'results');

export async function writeResult(result: Result): Promise<string> {
  await mkdir(resultsFolder, { recursive: true });
  const name = `${result.at.slice(0, 10)}-${result.benchmark}.json`;
  await writeFile(join(resultsFolder, name), `${JSON.stringify(result, undefined, 2)}\n`);
  return name;
}

/** The newest result of each benchmark. */
export async function readResults(): Promise<Map<string, Result>> {
  const newest = new Map<string, Result>();
  for (const name of (await readdir(resultsFolder)).filter((file) => file.endsWith('.json')).sort()) {
    const result = JSON.parse(await readFile(join(resultsFolder, name), 'utf8')) as Result;
    newest.set(result.benchmark, result);
  }
  return newest;
}

const observed_ms = 1_000;

/** The number of cores that other programs use now. The load average would still include the previous benchmark. */
async function busyCores(): Promise<number> {
  const timesOf = () =>
    cpus().map(({ times }) => ({ idle: times.idle, all: Object.values(times).reduce((sum, time) => sum + time, 0) }));
  const before = timesOf();
  await sleep(observed_ms);
  const busy = timesOf().map(({ idle, all }, core) => {
    const [idle_ms, all_ms] = [idle - (before[core]?.idle ?? 0), all - (before[core]?.all ?? 0)];
    return all_ms > 0 ? 1 - idle_ms / all_ms : 0;
  });
  return Math.round(busy.reduce((sum, share) => sum + share, 0) * 100) / 100;
}

/** Describes the machine, without anything that identifies it. */
export async function describeMachine(): Promise<Result['machine']> {
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

/** The measured commit, with a plus if the server has uncommitted changes. */
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
