import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { keyOf, type Storage, storageUnavailable } from './storage.ts';

/** Codes of errors of the disk, not of the request. */
const diskErrorCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EEXIST',
  'EIO',
  'EMFILE',
  'ENFILE',
]);

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const toAppError = (error: unknown): unknown =>
  diskErrorCodes.has(String(codeOf(error))) ? storageUnavailable(error) : error;

/** Files in a folder of this machine. */
export function createDiskStorage(root: string): Storage {
  const pathOf = (name: string) => join(root, keyOf(name));
  return {
    async put(name, content) {
      const path = pathOf(name);
      const partial = `${path}.${randomUUID()}.part`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await pipeline(content, createWriteStream(partial, { mode: 0o600, flush: true }));
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true }).catch(() => undefined);
        throw toAppError(error);
      }
    },
    async open(name) {
      try {
        const file = await open(pathOf(name));
        return { size_bytes: (await file.stat()).size, content: file.createReadStream() };
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw toAppError(error);
      }
    },
    async remove(name) {
      try {
        await rm(pathOf(name), { force: true });
      } catch (error) {
        throw toAppError(error);
      }
    },
    async sumBytes(folder) {
      const below = pathOf(folder);
      let sum = 0;
      for (const name of await readdir(below, { recursive: true }).catch(() => [])) {
        const found = await stat(join(below, name)).catch(() => undefined);
        if (found?.isFile()) sum += found.size;
      }
      return sum;
    },
    async readSpace() {
      // Before the first file is stored, the folder may not exist.
      const { bavail, blocks, bsize } = await statfs(root).catch(() => statfs(dirname(root)));
      return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
    },
    async removeOlder(folder, before) {
      const below = pathOf(folder);
      const names = await readdir(below, { recursive: true }).catch(() => []);
      for (const name of names) {
        const path = join(below, name);
        const found = await stat(path).catch(() => undefined);
        if (found?.isFile() && found.mtime < before) await rm(path, { force: true });
      }
    },
    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await access(root, constants.W_OK);
    },
  };
}
