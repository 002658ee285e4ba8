import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

/** Functions that write files and flush them to the disk. Only the owner can read the files. */
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

/** @returns the size and digest of the written bytes */
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
