import { readFile, writeFile } from 'node:fs/promises';
import { createHttpClient } from './http-client.ts';

/** What the service used between two looks. Figures that the system does not give are 0. */
export interface Usage {
  /** The longest time for which its event loop did nothing else. */
  hold_ms: number;
  /** Processor time of its main thread. */
  cpu_ms: number;
  /** The most memory that it had. */
  memory_mib: number;
}

export interface ServiceGauges {
  begin(): Promise<void>;
  end(): Promise<Usage>;
  close(): void;
}

/** Processor time of a process's main thread, in milliseconds: what others do on the machine does not count. */
async function mainThreadTime(pid: number): Promise<number> {
  const [nanoseconds = '0'] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '0')).split(
    ' ',
  );
  return Number(nanoseconds) / 1e6;
}

async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

/** The figure of the event loop since it was last read: reading it begins it again. */
export function loopDelayIn(metrics: string): number {
  const found = /^tillhouse_event_loop_delay_seconds\{quantile="max"\} (\S+)$/m.exec(metrics)?.[1];
  if (found === undefined) throw new Error('the service does not report how long its event loop was held');
  return Number(found) * 1_000;
}

export function createGauges(url: string, pid: number): ServiceGauges {
  const client = createHttpClient(url, 14);
  const readLoop = async () => {
    const options = { keeps: 4 * 1024 * 1024, patience_ms: 300_000 };
    const { text, status } = await client.send({ method: 'GET', path: '/metrics', headers: {} }, options);
    if (status !== 200) throw new Error(`/metrics: ${status}`);
    return loopDelayIn(text);
  };
  let cpuBefore = 0;
  return {
    async begin() {
      await readLoop();
      // The peak of memory begins again; where that may not be done, it is that of the whole run.
      await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
      cpuBefore = await mainThreadTime(pid);
    },
    async end() {
      const cpu_ms = (await mainThreadTime(pid)) - cpuBefore;
      return { hold_ms: await readLoop(), cpu_ms, memory_mib: await peakMemory(pid) };
    },
    close: () => client.close(),
  };
}
