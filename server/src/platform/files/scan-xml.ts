import { unreadable } from './unreadable.ts';

/** The start of an element: its name without a prefix, and its attributes on demand. */
export interface Tag {
  name: string;
  attribute(name: string): string | undefined;
}

interface XmlHandler {
  open(tag: Tag): void;
  /** Text between tags, in one piece or in several. */
  text(text: string): void;
  close(name: string): void;
}

/** A tag, comment or stretch of text longer than this is none of a workbook's. */
const heldAtMost = 1_000_000;
const elementsAtMost = 8_000_000;

const notXml = () => unreadable('cannot be read as an XLSX workbook');

/**
 * Goes through XML as it comes, in the little of it that workbooks use. No document type, and so no entity of the file's own: nothing is
 * fetched and nothing grows. Holds no more than one tag or stretch of text at a time.
 * @throws AppError VALIDATION_ERROR on `file`
 */
export async function scanXml(pieces: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of scanning(pieces, handler));
}

/** The same, with a pause after each piece, in which the caller can process the results. */
export async function* scanning(pieces: AsyncIterable<Buffer>, handler: XmlHandler): AsyncIterable<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const progress = { depth: 0, elements: 0 };
  let held = '';
  for await (const piece of pieces) {
    held = scan(held + decode(() => decoder.decode(piece, { stream: true })), handler, progress);
    if (held.length > heldAtMost) throw unreadable('has a cell that is too long');
    yield;
  }
  held = scan(held + decode(() => decoder.decode()), handler, progress);
  if (held.trim() !== '' || progress.depth !== 0 || progress.elements === 0) throw notXml();
}

function decode(work: () => string): string {
  try {
    return work();
  } catch {
    throw notXml();
  }
}

/** @returns what breaks off, to be continued by the next piece */
function scan(xml: string, handler: XmlHandler, progress: { depth: number; elements: number }): string {
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    if (start < 0) return xml.slice(at);
    if (start > at) handler.text(textOf(detached(xml.slice(at, start))));
    const mark = xml.charCodeAt(start + 1);
    if (Number.isNaN(mark)) return xml.slice(start);
    const isAside = mark === 0x21 || mark === 0x3f;
    const end = isAside ? endOfAside(xml, start, handler) : endOfTag(xml, start);
    if (end < 0) return xml.slice(start);
    at = end;
    if (isAside) continue;
    progress.elements += 1;
    if (progress.elements > elementsAtMost) throw unreadable('has more cells than are read');
    progress.depth += handleTag(xml.slice(start + 1, end - 1), handler);
    if (progress.depth < 0) throw notXml();
  }
}

/** The end of a comment, an instruction or unparsed text; before zero when it is not there yet. */
function endOfAside(xml: string, start: number, handler: XmlHandler): number {
  const after = (sign: string, from: number) => {
    const found = xml.indexOf(sign, from);
    return found < 0 ? -1 : found + sign.length;
  };
  if (xml.startsWith('<?', start)) return after('?>', start + 2);
  if (xml.startsWith('<!--', start)) return after('-->', start + 4);
  if (xml.startsWith('<![CDATA[', start)) {
    const end = after(']]>', start + 9);
    if (end > 0) handler.text(xml.slice(start + 9, end - 3));
    return end;
  }
  // The beginning of one of these may be at the end of a piece.
  if ('<![CDATA['.startsWith(xml.slice(start, start + 9)) || '<!--'.startsWith(xml.slice(start, start + 4))) return -1;
  throw unreadable('has a document type declaration, which workbooks do not have');
}

function endOfTag(xml: string, start: number): number {
  let quote = 0;
  for (let at = start + 1; at < xml.length; at += 1) {
    const sign = xml.charCodeAt(at);
    if (sign === 0x3c) throw notXml();
    if (quote !== 0) {
      if (sign === quote) quote = 0;
    } else if (sign === 0x22 || sign === 0x27) quote = sign;
    else if (sign === 0x3e) return at + 1;
  }
  return -1;
}

/** @returns by how much it goes deeper */
function handleTag(tag: string, handler: XmlHandler): number {
  if (tag.startsWith('/')) {
    handler.close(localName(tag.slice(1).trimEnd()));
    return -1;
  }
  const isEmpty = tag.endsWith('/');
  const nameEnd = tag.search(/[\s/]|$/);
  const name = localName(tag.slice(0, nameEnd));
  if (name === '') throw notXml();
  handler.open({ name, attribute: (wanted) => attributeOf(tag.slice(nameEnd), wanted) });
  if (!isEmpty) return 1;
  handler.close(name);
  return 0;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function attributeOf(attributes: string, wanted: string): string | undefined {
  for (const [, name = '', quoted = ''] of attributes.matchAll(/([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g))
    if (name === wanted) return textOf(quoted.slice(1, -1));
  return undefined;
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** A longer piece of a text would keep the whole of it in memory. */
const detached = (piece: string): string => (piece.length < 13 ? piece : Buffer.from(piece).toString());

/** Text as it was meant. */
function textOf(written: string): string {
  const text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}))?;?/gi,
    (found, decimal?: string, hex?: string, name?: string) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const sign = name === undefined ? signOf(code) : Object.hasOwn(named, name) ? named[name] : undefined;
      if (sign === undefined || !found.endsWith(';')) throw notXml();
      return sign;
    },
  );
}

const signOf = (code: number): string | undefined =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;
