import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from './storage.ts';

const plainName = /^[\w-]+(?:[./][\w-]+)*$/;

/** Files in a folder of this machine. */
export function createDiskStorage(root: string): Storage {
  const pathOf = (name: string) => {
    if (!plainName.test(name)) throw new Error(`“${name}” is no name of a stored file`);
    return join(root, name);
  };
  return {
    async put(name, content) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const half = `${path}.${randomUUID()}.part`;
      try {
        await pipeline(content, createWriteStream(half, { mode: 0o600, flush: true }));
        await rename(half, path);
      } catch (error) {
        await rm(half, { force: true });
        throw error;
      }
    },
    async open(name) {
      const file = await open(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (file === undefined) return undefined;
      return { size_bytes: (await file.stat()).size, content: file.createReadStream() };
    },
    async removeOlder(folder, before) {
      const root = pathOf(folder);
      const names = await readdir(root, { recursive: true }).catch(() => []);
      for (const name of names) {
        const path = join(root, name);
        const found = await stat(path).catch(() => undefined);
        if (found?.isFile() && found.mtime < before) await rm(path, { force: true });
      }
    },
  };
}
