import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** The free space for the database's files. */
export interface Room {
  /** Whether there is enough space for more writes. */
  isLeft(): boolean;
  stop(): void;
}

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface RoomOptions {
  free_bytes?: () => Promise<number>;
  every_ms?: number;
}

const mib = 1024 * 1024;
/**
 * The write-ahead log grows in files of 16 MiB. This leaves some of them for running transactions and PostgreSQL's own
 * work.
 */
const least_bytes = 64 * mib;
/** More than `least_bytes`, so that writes are not allowed and refused again in quick succession. */
const enough_bytes = 80 * mib;

/**
 * Checks about once a second whether the disk is almost full. Without room for its write-ahead log PostgreSQL stops, and then
 * even reads fail. So writes are refused before that.
 */
export async function watchRoom(data: string, log: Log, options: RoomOptions = {}): Promise<Room> {
  const { free_bytes = () => freeIn(data), every_ms = 1_000 } = options;
  let isLeft = true;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    // If the free space is unknown, writes are allowed.
    const free = await free_bytes().catch(() => Number.POSITIVE_INFINITY);
    const was = isLeft;
    isLeft = free >= (was ? least_bytes : enough_bytes);
    if (was && !isLeft)
      log.warn(
        { data, free_mib: Math.floor(free / mib) },
        'the disk is almost full: changes are refused until there is room',
      );
    if (!was && isLeft) log.info({ data }, 'there is room on the disk again');
    if (!isStopped) timer = setTimeout(look, every_ms).unref();
  }

  await look();
  return {
    isLeft: () => isLeft,
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
