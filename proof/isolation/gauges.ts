import { readFile, writeFile } from 'node:fs/promises';
import { createHttpClient } from './http-client.ts';

/** What the service used between `begin` and `end`. Figures that the operating system does not provide are 0. */
export interface Usage {
  /** The longest delay of its event loop. */
  hold_ms: number;
  /** Processor time of its main thread. */
  cpu_ms: number;
  /** Its peak memory. */
  memory_mib: number;
}

export interface ServiceGauges {
  begin(): Promise<void>;
  end(): Promise<Usage>;
  close(): void;
}

/** Processor time of a process's main thread, in milliseconds. Work of other processes does not count. */
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

/** The longest delay of the event loop since the metrics were last read. Reading resets it. */
export function loopDelayIn(metrics: string): number {
  const found = /^tillhouse_event_loop_delay_seconds\{quantile="max"\} (\S+)$/m.exec(metrics)?.[1];
  if (found === undefined) throw new Error('the metrics do not contain the delay of the event loop');
  return Number(found) * 1_000;
}

export function createGauges(url: string, pid: number): ServiceGauges {
  const client = createHttpClient(url, 14);
  const readLoop = async () => {
    const options = { keeps: 4 * 1024 * 1024, timeout_ms: 300_000 };
    const { text, status } = await client.send({ method: 'GET', path: '/metrics', headers: {} }, options);
    if (status !== 200) throw new Error(`/metrics: ${status}`);
    return loopDelayIn(text);
  };
  let cpuBefore = 0;
  return {
    async begin() {
      await readLoop();
      // Resets the peak memory. Without the right to do so, the peak is that of the whole run.
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
