import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aPlace, type Place } from '../../test/process/place.ts';

const run = promisify(execFile);
// An empty database takes about 50 MiB, and with less than 80 left nothing is let in.
const size_mib = 320;

export interface SmallVolume extends Place {
  /** Leaves so much, or not a byte. */
  fill(left_bytes?: number): Promise<void>;
  makeRoom(): Promise<void>;
}

/** Why there can be no small volume here, if so. */
export const whyNot = (): string | undefined =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'only root may mount a small volume, and only on Linux';

/** A place whose data folder is a volume of its own, in memory. */
export async function aSmallVolume(): Promise<SmallVolume> {
  const place = await aPlace();
  const folder = place.env.DATA_DIR;
  const ballast = join(folder, 'ballast');
  await mkdir(folder);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size_mib}m,mode=755`, 'tillhouse', folder]);
  const free_bytes = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return {
    env: place.env,
    async fill(left_bytes = 0) {
      const file = await open(ballast, 'a');
      try {
        while ((await free_bytes()) > left_bytes) await file.write(Buffer.alloc(64 * 1024));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        await file.close();
      }
    },
    makeRoom: () => rm(ballast, { force: true }),
    async remove() {
      await run('umount', [folder]);
      await place.remove();
    },
  };
}
