import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

/** Files that are on the disk, and not just on their way to it, once they are written. Readable by their owner alone. */
const create = async (path: string): Promise<FileHandle> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, 'wx', 0o600);
};

export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await create(path);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @returns what was written, to know it again by */
export async function writeStreamDurably(path: string, content: Readable): Promise<{ bytes: number; sha256: string }> {
  const file = await create(path);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.appendFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}
