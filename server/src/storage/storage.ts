import type { Readable } from 'node:stream';

/** Where files are kept. Names are made by the service: words, dots and slashes, never what a client wrote. */
export interface Storage {
  /** Keeps what comes; nothing is found under the name before all of it is there. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** `undefined` where there is no such file. */
  open(name: string): Promise<StoredFile | undefined>;
  /** Removes the files below a folder that were kept before a moment. */
  removeOlder(folder: string, before: Date): Promise<void>;
}

export interface StoredFile {
  size_bytes: number;
  content: Readable;
}
