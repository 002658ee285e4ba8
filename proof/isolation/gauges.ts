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

/** The loop is looked at so often; as much is in each figure when nothing holds it. */
const resolution_ms = 10;
const metricNames = ['tillhouse_event_loop_delay_max_seconds', 'nodejs_eventloop_lag_max_seconds'];

/** Processor time of a process's main thread, in milliseconds: what others do on the machine does not count. */
async function mainThreadTime(pid: number): Promise<number> {
  const [nanoseconds = '0'] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '0')).split(' ');
  return Number(nanoseconds) / 1e6;
}

async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

/** The figure of the event loop since it was last read: reading it begins it again. */
export function loopDelayIn(metrics: string): number {
  for (const name of metricNames) {
    const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(metrics)?.[1];
    if (found !== undefined) return Math.max(0, Number(found) * 1_000 - resolution_ms);
  }
  throw new Error('the service tells nothing of its event loop');
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

/** Processor time that this machine needs for parsing a JSON body of the largest size, in milliseconds: what a hold is compared with on a machine that is busy. */
export function calibrate(): number {
  const text = `[${'{"a":1,"b":"x"},'.repeat(65_000)}0]`;
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    JSON.parse(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return times.toSorted((a, b) => a - b)[2] ?? 0;
}
