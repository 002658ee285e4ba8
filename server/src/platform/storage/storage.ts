import type { Readable } from 'node:stream';
import { AppError } from '../../core/errors.ts';

/** Storage of files. The service creates their names from words, dots and slashes, never from input. */
export interface Storage {
  /** Keeps what comes; nothing is found under the name before all of it is there. @throws AppError UNAVAILABLE when it cannot be kept */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** `undefined` where there is no such file. @throws AppError UNAVAILABLE */
  open(name: string): Promise<StoredFile | undefined>;
  /** Nothing happens where there is no such file. @throws AppError UNAVAILABLE */
  remove(name: string): Promise<void>;
  /** The size of all files below a folder, in bytes. */
  sumBytes(folder: string): Promise<number>;
  /** The free space in bytes; `undefined` if it is unknown. */
  readSpace(): Promise<{ free_bytes: number; total_bytes: number } | undefined>;
  /** Removes the files below a folder that were kept before a moment. */
  removeOlder(folder: string, before: Date): Promise<void>;
  /** @throws when files cannot be kept, with the reason */
  check(): Promise<void>;
}

export interface StoredFile {
  size_bytes: number;
  content: Readable;
}

const plainName = /^[\w-]+(?:[./][\w-]+)*$/;

/** A name that stays below its folder. */
export function keyOf(name: string): string {
  if (!plainName.test(name)) throw new Error(`“${name}” is no name of a stored file`);
  return name;
}

/** The disk is full, the bucket away: nothing that a client could do differently. */
export const cannotKeepFiles = (cause: unknown): AppError =>
  new AppError('UNAVAILABLE', 'Files cannot be kept or read right now, try again later', [], {
    retry_after_s: 30,
    cause,
  });
