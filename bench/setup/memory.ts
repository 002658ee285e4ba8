import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findServerProcesses } from '../../server/src/platform/database/embedded/processes.ts';
import { Skipped } from '../benchmark.ts';
import type { BenchService } from './service.ts';

/** Memory of several processes in MiB (PSS). Shared pages are counted once. */
export async function shareOfMemory(pids: readonly (number | undefined)[]): Promise<number> {
  const parts = await Promise.all(pids.map((pid) => read(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB/m)));
  return parts.reduce((sum, kib) => sum + kib, 0) / 1_024;
}

export const databaseProcesses = ({ testBed }: BenchService): Promise<number[]> =>
  findServerProcesses(join(testBed.env.DATA_DIR ?? '', 'postgres', 'data'));

/** Memory of one process in MiB: the present size, and the peak since `resetPeak`. */
export const residentMemory = async (pid: number | undefined): Promise<number> =>
  (await read(`/proc/${pid}/status`, /VmRSS:\s+(\d+) kB/)) / 1_024;
export const peakMemory = async (pid: number | undefined): Promise<number> =>
  (await read(`/proc/${pid}/status`, /VmHWM:\s+(\d+) kB/)) / 1_024;
export const resetPeak = (pid: number | undefined): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

async function read(file: string, figure: RegExp): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const found = figure.exec(text)?.[1];
  if (found === undefined) throw new Skipped('memory is read from /proc, which this system does not have');
  return Number(found);
}
