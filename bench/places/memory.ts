import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findServerProcesses } from '../../server/src/platform/database/embedded/processes.ts';
import { Skipped } from '../benchmark.ts';
import type { BenchService } from './service.ts';

/** In MiB. What several processes share is counted once, each having its part of it. */
export async function shareOfMemory(pids: readonly (number | undefined)[]): Promise<number> {
  const parts = await Promise.all(pids.map((pid) => read(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB/m)));
  return parts.reduce((sum, kib) => sum + kib, 0) / 1_024;
}

export const databaseProcesses = ({ stand }: BenchService): Promise<number[]> =>
  findServerProcesses(join(stand.env.DATA_DIR ?? '', 'postgres', 'data'));

/** Of one process, in MiB: what it has now, and the most it had since `forgetPeak`. */
export const residentMemory = async (pid: number | undefined): Promise<number> =>
  (await read(`/proc/${pid}/status`, /VmRSS:\s+(\d+) kB/)) / 1_024;
export const peakMemory = async (pid: number | undefined): Promise<number> =>
  (await read(`/proc/${pid}/status`, /VmHWM:\s+(\d+) kB/)) / 1_024;
export const forgetPeak = (pid: number | undefined): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

async function read(file: string, figure: RegExp): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const found = figure.exec(text)?.[1];
  if (found === undefined) throw new Skipped('memory can only be read where there is a /proc');
  return Number(found);
}
