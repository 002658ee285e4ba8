import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Monitors the free space for the database's files. */
export interface DiskSpaceMonitor {
  /** Whether there is enough space for more writes. */
  hasSpace(): boolean;
  stop(): void;
}

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface MonitorOptions {
  free_bytes?: () => Promise<number>;
  every_ms?: number;
}

const mib = 1024 * 1024;
/**
 * The write-ahead log grows in files of 16 MiB. This leaves some of them for running transactions and PostgreSQL's own
 * work.
 */
const least_bytes = 64 * mib;
/** More than `least_bytes`, so that writes are not allowed and rejected again in quick succession. */
const enough_bytes = 80 * mib;
const check_every_ms = 1_000;

/**
 * Checks about once a second whether the disk is almost full. Without space for its write-ahead log PostgreSQL stops,
 * and then even reads fail. So writes are rejected before that.
 */
export async function monitorDiskSpace(
  data: string,
  log: Log,
  options: MonitorOptions = {},
): Promise<DiskSpaceMonitor> {
  const { free_bytes = () => freeIn(data), every_ms = check_every_ms } = options;
  let hasSpace = true;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function check(): Promise<void> {
    // If the free space is unknown, writes are allowed.
    const free = await free_bytes().catch(() => Number.POSITIVE_INFINITY);
    const hadSpace = hasSpace;
    hasSpace = free >= (hadSpace ? least_bytes : enough_bytes);
    if (hadSpace && !hasSpace)
      log.warn(
        { data, free_mib: Math.floor(free / mib) },
        'the disk is almost full: changes are rejected until there is space',
      );
    if (!hadSpace && hasSpace) log.info({ data }, 'there is enough space on the disk again');
    if (!isStopped) timer = setTimeout(check, every_ms).unref();
  }

  await check();
  return {
    hasSpace: () => hasSpace,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The write-ahead log may be on a separate disk. */
async function freeIn(data: string): Promise<number> {
  const disks = await Promise.all([statfs(data), statfs(join(data, 'pg_wal'))]);
  return Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize));
}
