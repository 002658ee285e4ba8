import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { piecesOf } from '../../core/chunks.ts';
import { unreadable } from './unreadable.ts';

/** The maximum of all unpacked parts together, in bytes. */
const unpackedAtMost = 100 * 1024 * 1024;
const partsAtMost = 1_000;
const chunk_bytes = 64 * 1024;

const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;

/** The parts of a zip file by their names. */
export interface Zip {
  has(name: string): boolean;
  /** Decompresses a part piece by piece, on demand. @throws AppError VALIDATION_ERROR on `file` */
  read(name: string): AsyncIterable<Buffer>;
}

interface Part {
  method: number;
  packed: Buffer;
}

/**
 * Opens a zip file from a client. Names are never used as paths. Declared sizes are not trusted: the decompressed bytes
 * are counted.
 * @throws AppError VALIDATION_ERROR on `file`
 */
export function openZip(file: Buffer): Zip {
  const parts = partsOf(file);
  let remaining = unpackedAtMost;
  async function* read(name: string): AsyncIterable<Buffer> {
    const part = parts.get(name);
    if (part === undefined) throw unreadable('cannot be read as an XLSX workbook');
    for await (const piece of part.method === 0 ? piecesOf(part.packed, chunk_bytes) : inflate(part.packed)) {
      remaining -= piece.length;
      if (remaining < 0) throw unreadable('would unpack to more than 100 MiB');
      yield piece;
    }
  }
  return { has: (name) => parts.has(name), read };
}

function partsOf(file: Buffer): Map<string, Part> {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > file.length) throw broken();
  const count = file.readUInt16LE(end + 10);
  if (count > partsAtMost) throw unreadable('has too many parts for an XLSX workbook');
  const parts = new Map<string, Part>();
  let at = file.readUInt32LE(end + 16);
  for (let read = 0; read < count; read += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== centralSignature) throw broken();
    const nameEnd = at + 46 + file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, nameEnd);
    // Readers differ in which of two equal names they use, so both are rejected.
    if (parts.has(name)) throw broken();
    parts.set(name, partAt(file, at));
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

function partAt(file: Buffer, central: number): Part {
  const isEncrypted = (file.readUInt16LE(central + 8) & 1) === 1;
  if (isEncrypted) throw unreadable('is encrypted');
  const method = file.readUInt16LE(central + 10);
  if (method !== 0 && method !== 8) throw unreadable('is packed in a way that no XLSX workbook is');
  const size = file.readUInt32LE(central + 20);
  const local = file.readUInt32LE(central + 42);
  if (local + 30 > file.length || file.readUInt32LE(local) !== localSignature) throw broken();
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  // A deflated part contains its own end.
  return { method, packed: file.subarray(start, method === 0 ? start + size : file.length) };
}

const broken = () => unreadable('is a broken zip file');

async function* inflate(packed: Buffer): AsyncIterable<Buffer> {
  const inflater = createInflateRaw({ chunkSize: chunk_bytes });
  // Copied piece by piece, because the memory of the file is released when its reader ends, and another thread may
  // still decompress at that time.
  const copies = Readable.from(piecesOf(packed, chunk_bytes)).map((piece: Buffer) => Buffer.from(piece));
  pipeline(copies, inflater, () => undefined);
  try {
    yield* inflater as AsyncIterable<Buffer>;
  } catch {
    throw broken();
  } finally {
    inflater.destroy();
  }
}
