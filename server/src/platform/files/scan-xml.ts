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

/** The maximum length of a tag, comment or text. Workbooks have none that is longer. */
const restAtMost = 1_000_000;
const elementsAtMost = 8_000_000;

const notXml = () => unreadable('cannot be read as an XLSX workbook');

/**
 * Scans XML piece by piece, as far as workbooks use it. Document type declarations, which could define entities, are
 * rejected: nothing is fetched or expanded. Only one tag or text is in memory at a time.
 * @throws AppError VALIDATION_ERROR on `file`
 */
export async function scanXml(pieces: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of scanning(pieces, handler));
}

/** The same, with a pause after each piece, in which the caller can process the results. */
export async function* scanning(pieces: AsyncIterable<Buffer>, handler: XmlHandler): AsyncIterable<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const progress = { depth: 0, elements: 0 };
  let rest = '';
  for await (const piece of pieces) {
    rest = scan(rest + decode(() => decoder.decode(piece, { stream: true })), handler, progress);
    if (rest.length > restAtMost) throw unreadable('has a cell that is too long');
    yield;
  }
  rest = scan(rest + decode(() => decoder.decode()), handler, progress);
  if (rest.trim() !== '' || progress.depth !== 0 || progress.elements === 0) throw notXml();
}

function decode(work: () => string): string {
  try {
    return work();
  } catch {
    throw notXml();
  }
}

/** @returns the incomplete rest, which the next piece continues */
function scan(xml: string, handler: XmlHandler, progress: { depth: number; elements: number }): string {
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    if (start === -1) return xml.slice(at);
    if (start !== at) handler.text(textOf(detached(xml.slice(at, start))));
    const mark = xml.charCodeAt(start + 1);
    if (Number.isNaN(mark)) return xml.slice(start);
    const isMarkup = mark === 0x21 || mark === 0x3f;
    const end = isMarkup ? endOfMarkup(xml, start, handler) : endOfTag(xml, start);
    if (end === -1) return xml.slice(start);
    at = end;
    if (isMarkup) continue;
    progress.elements += 1;
    if (progress.elements > elementsAtMost) throw unreadable('has more cells than are read');
    progress.depth += handleTag(xml.slice(start + 1, end - 1), handler);
    if (progress.depth < 0) throw notXml();
  }
}

/** The end of a comment, an instruction or CDATA; -1 if it is not in the text yet. */
function endOfMarkup(xml: string, start: number, handler: XmlHandler): number {
  const after = (end: string, from: number) => {
    const found = xml.indexOf(end, from);
    return found === -1 ? -1 : found + end.length;
  };
  if (xml.startsWith('<?', start)) return after('?>', start + 2);
  if (xml.startsWith('<!--', start)) return after('-->', start + 4);
  if (xml.startsWith('<![CDATA[', start)) {
    const end = after(']]>', start + 9);
    if (end !== -1) handler.text(xml.slice(start + 9, end - 3));
    return end;
  }
  // The beginning of one of these may be at the end of a piece.
  if ('<![CDATA['.startsWith(xml.slice(start, start + 9)) || '<!--'.startsWith(xml.slice(start, start + 4))) return -1;
  throw unreadable('has a document type declaration, which workbooks do not have');
}

function endOfTag(xml: string, start: number): number {
  let quote = 0;
  for (let at = start + 1; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (code === 0x3c) throw notXml();
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 0x22 || code === 0x27) quote = code;
    else if (code === 0x3e) return at + 1;
  }
  return -1;
}

/** @returns the change of depth */
function handleTag(tag: string, handler: XmlHandler): number {
  if (tag.startsWith('/')) {
    handler.close(localName(tag.slice(1).trimEnd()));
    return -1;
  }
  const isEmpty = tag.endsWith('/');
  const nameEnd = tag.search(/[\s/]|$/);
  const name = localName(tag.slice(0, nameEnd));
  if (name === '') throw notXml();
  handler.open({ name, attribute: (wanted) => attributeOf(tag, wanted) });
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

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Copies a piece of text. A slice of 13 or more characters would keep the whole text in memory. */
const detached = (piece: string): string => (piece.length < 13 ? piece : Buffer.from(piece).toString());

/** Text with resolved entities and normalised line breaks. */
function textOf(written: string): string {
  const text = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}))?;?/gi,
    (found, decimal?: string, hex?: string, name?: string) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const character =
        name === undefined ? characterOf(code) : Object.hasOwn(entities, name) ? entities[name] : undefined;
      if (character === undefined || !found.endsWith(';')) throw notXml();
      return character;
    },
  );
}

const characterOf = (code: number): string | undefined =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;
