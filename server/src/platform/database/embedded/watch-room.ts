import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** How much is left where the database keeps its files. */
export interface Room {
  /** Whether there is enough for writing more. */
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
/** The log grows in files of 16 MiB: what is under way, and PostgreSQL's own work, have room for some of them. */
const least_bytes = 64 * mib;
/** Not at once again: what is let in at the mark is turned away a moment later. */
const enough_bytes = 80 * mib;

/**
 * Looks, about once a second, whether the disk is almost full. With no room for its log PostgreSQL ends, and nobody can even read:
 * before it comes to that no more is written.
 */
export async function watchRoom(data: string, log: Log, options: RoomOptions = {}): Promise<Room> {
  const { free_bytes = () => freeIn(data), every_ms = 1_000 } = options;
  let isLeft = true;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    // Where it cannot be known it does not keep anybody from writing.
    const free = await free_bytes().catch(() => Number.POSITIVE_INFINITY);
    const was = isLeft;
    isLeft = free >= (was ? least_bytes : enough_bytes);
    if (was && !isLeft)
      log.warn({ data, free_mib: Math.floor(free / mib) }, 'the disk is almost full: changes are refused until there is room');
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

/** The log may be on a disk of its own. */
async function freeIn(data: string): Promise<number> {
  const disks = await Promise.all([statfs(data), statfs(join(data, 'pg_wal'))]);
  return Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize));
}
