import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aPlace, type Place } from '../../test/process/place.ts';

const run = promisify(execFile);
// An empty database takes about 50 MiB. The service rejects writes when less than 80 MiB are left.
const size_mib = 320;

export interface SmallVolume extends Place {
  /** Fills the volume until this much is left. */
  fill(left_bytes?: number): Promise<void>;
  makeRoom(): Promise<void>;
}

/** The reason why this process cannot mount a volume, if there is one. */
export const reasonToSkip = (): string | undefined =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'only root may mount a small volume, and only on Linux';

/** A folder and port whose data folder is a separate volume in memory. */
export async function createSmallVolume(): Promise<SmallVolume> {
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
