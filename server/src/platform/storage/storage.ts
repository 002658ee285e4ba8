import type { Readable } from 'node:stream';
import { AppError } from '../../core/errors.ts';

/** Storage of files. The service creates their names from words, dots and slashes, never from input. */
export interface Storage {
  /** Stores a file, which is visible only when it is complete. @throws AppError UNAVAILABLE if it cannot be stored */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** `undefined` if there is no such file. @throws AppError UNAVAILABLE */
  open(name: string): Promise<StoredFile | undefined>;
  /** Does nothing if there is no such file. @throws AppError UNAVAILABLE */
  remove(name: string): Promise<void>;
  /** The size of all files below a folder, in bytes. */
  sumBytes(folder: string): Promise<number>;
  /** The free space in bytes; `undefined` if it is unknown. */
  readSpace(): Promise<{ free_bytes: number; total_bytes: number } | undefined>;
  /** Removes the files below a folder that were stored before this time. */
  removeOlder(folder: string, before: Date): Promise<void>;
  /** @throws Error with the reason if files cannot be stored */
  check(): Promise<void>;
}

export interface StoredFile {
  size_bytes: number;
  content: Readable;
}

const plainName = /^[\w-]+(?:[./][\w-]+)*$/;

/** Checks that a name stays below its folder. @returns the name */
export function keyOf(name: string): string {
  if (!plainName.test(name)) throw new Error(`“${name}” is no name of a stored file`);
  return name;
}

const retry_after_s = 30;

/** The error for a full disk or an unavailable bucket, which the client cannot influence. */
export const storageUnavailable = (cause: unknown): AppError =>
  new AppError('UNAVAILABLE', 'Files cannot be kept or read right now, try again later', [], {
    retry_after_s,
    cause,
  });
