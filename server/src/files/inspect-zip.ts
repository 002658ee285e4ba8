import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { unreadable } from './unreadable.ts';

const unpackedAtMost = 100 * 1024 * 1024;
const entriesAtMost = 1_000;
const chunk_bytes = 64 * 1024;

const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;
const endSignature = 0x06054b50;

// What may stand in a tag; a `<` is not among it, so that no text is looked at twice.
const inTag = `(?:[^<>"']|"[^<"]*"|'[^<']*')*`;
// A cell far to the right costs a whole row of empty ones. So does one that does not say plainly where it stands.
const farCell = new RegExp(`<(?:\\w+:)?c\\s${inTag}?\\br\\s*=\\s*("|')(?!(?:[A-Z]|[A-C][A-Z])\\d{1,7}\\1)`);
const brokenCell = new RegExp(`<(?:\\w+:)?c\\s${inTag}(?:["'][^<"']*)?<`);
const wholeTag = new RegExp(`^<${inTag}>`);
const tagAtMost = 64 * 1024;

/**
 * Unpacks a zip to nowhere, counting: what a file says of its own size may be a lie. Turns away what would unpack to more than a
 * workbook of ours could, and sheets with more columns than 104.
 * @throws Refusal VALIDATION_ERROR on `file`
 */
export async function inspectZip(file: Buffer): Promise<void> {
  let left = unpackedAtMost;
  for (const packed of entriesOf(file)) {
    let unfinished = '';
    for await (const chunk of packed.unpack()) {
      left -= chunk.length;
      if (left < 0) throw unreadable('would unpack to more than 100 MiB');
      if (packed.is_xml) unfinished = inspectCells(unfinished + chunk.toString('latin1'));
    }
  }
}

/** @returns the tag that the text breaks off in */
function inspectCells(text: string): string {
  const from = text.lastIndexOf('<');
  const last = from < 0 ? '' : text.slice(from);
  const isWhole = wholeTag.test(last);
  // Of a tag that breaks off, nothing can be said yet.
  if (farCell.test(isWhole ? text : text.slice(0, text.length - last.length)) || brokenCell.test(text))
    throw unreadable('has a cell beyond column CZ');
  if (isWhole) return '';
  if (last.length > tagAtMost) throw unreadable('cannot be read as an XLSX workbook');
  return last;
}

interface Entry {
  is_xml: boolean;
  unpack(): AsyncIterable<Buffer>;
}

function entriesOf(file: Buffer): Entry[] {
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > file.length || file.readUInt32LE(end) !== endSignature) throw unreadable('is a broken zip file');
  const count = file.readUInt16LE(end + 10);
  if (count > entriesAtMost) throw unreadable('has too many parts for an XLSX workbook');
  const entries: Entry[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let read = 0; read < count; read += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== centralSignature) throw unreadable('is a broken zip file');
    entries.push(entryAt(file, at));
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

function entryAt(file: Buffer, central: number): Entry {
  const method = file.readUInt16LE(central + 10);
  const size = file.readUInt32LE(central + 20);
  const local = file.readUInt32LE(central + 42);
  if (local + 30 > file.length || file.readUInt32LE(local) !== localSignature) throw unreadable('is a broken zip file');
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const nameLength = file.readUInt16LE(central + 28);
  const is_xml = /\.xml$/i.test(file.toString('latin1', central + 46, central + 46 + nameLength));
  // A deflated part says itself where it ends.
  const packed = file.subarray(start, method === 0 ? start + size : file.length);
  if (method === 0) return { is_xml, unpack: () => Readable.from([packed]) };
  if (method !== 8) throw unreadable('is packed in a way that no XLSX workbook is');
  return { is_xml, unpack: () => inflate(packed) };
}

async function* inflate(packed: Buffer): AsyncIterable<Buffer> {
  const inflater = createInflateRaw({ chunkSize: chunk_bytes });
  inflater.end(packed);
  try {
    yield* inflater as AsyncIterable<Buffer>;
  } catch {
    throw unreadable('is a broken zip file');
  } finally {
    inflater.destroy();
  }
}
