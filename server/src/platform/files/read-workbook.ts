import type { Zip } from './read-zip.ts';
import { scanXml, type Tag } from './scan-xml.ts';
import { unreadable } from './unreadable.ts';

/** The parts of a workbook that its first sheet needs. */
export interface Workbook {
  /** The part of the first sheet. */
  sheet: string;
  /** Shared texts, to which cells refer by number. */
  texts: readonly string[];
  /** For each style, whether it shows a number as a date. */
  isDateStyle: readonly boolean[];
}

/** The maximum of all texts together, in characters. */
const textsAtMost = 20_000_000;
/** The fixed cost of a text, in characters, so that many short ones count as much as a few long ones. */
const textOverhead = 40;

export async function readWorkbook(zip: Zip): Promise<Workbook> {
  const [workbookPart] = (await readRelations(zip, '_rels/.rels', '')).filter(({ type }) =>
    type.endsWith('/officeDocument'),
  );
  if (workbookPart === undefined) throw notWorkbook();
  const folder = workbookPart.target.slice(0, workbookPart.target.lastIndexOf('/') + 1);
  const relations = await readRelations(zip, `${folder}_rels/${workbookPart.target.slice(folder.length)}.rels`, folder);
  const first = await readFirstSheet(zip, workbookPart.target);
  const sheet = relations.find(({ id, type }) => id === first && type.endsWith('/worksheet'));
  if (sheet === undefined || !zip.has(sheet.target)) throw notWorkbook();
  const partOf = (kind: string) =>
    relations.find(({ type, target }) => type.endsWith(`/${kind}`) && zip.has(target))?.target;
  return {
    sheet: sheet.target,
    texts: await readTexts(zip, partOf('sharedStrings')),
    isDateStyle: await readStyles(zip, partOf('styles')),
  };
}

const notWorkbook = () => unreadable('cannot be read as an XLSX workbook');

interface Relation {
  id: string;
  type: string;
  /** A part of this file. */
  target: string;
}

/** The parts to which a part refers. References outside of the file are ignored. */
async function readRelations(zip: Zip, part: string, folder: string): Promise<Relation[]> {
  const found: Relation[] = [];
  await scanTags(zip, part, (tag) => {
    if (tag.name !== 'Relationship' || tag.attribute('TargetMode') === 'External') return;
    const target = tag.attribute('Target') ?? '';
    // This is a path inside the zip file, never of a file on this machine.
    const path = target.startsWith('/') ? target.slice(1) : folder + target.replace(/^\.\//, '');
    found.push({ id: tag.attribute('Id') ?? '', type: tag.attribute('Type') ?? '', target: path });
  });
  return found;
}

async function readFirstSheet(zip: Zip, part: string): Promise<string> {
  let first: string | undefined;
  await scanTags(zip, part, (tag) => {
    if (tag.name === 'sheet') first ??= tag.attribute('r:id') ?? tag.attribute('R:id') ?? '';
  });
  if (first === undefined) throw notWorkbook();
  return first;
}

const scanTags = (zip: Zip, part: string, open: (tag: Tag) => void): Promise<void> =>
  scanXml(zip.read(part), { open, text: () => undefined, close: () => undefined });

/** Reads the shared texts. The runs of a text are joined, and phonetic texts are left out. */
async function readTexts(zip: Zip, part: string | undefined): Promise<string[]> {
  if (part === undefined) return [];
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  let remaining = textsAtMost;
  await scanXml(zip.read(part), {
    open({ name }) {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text(more) {
      if (isText) text += more;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      remaining -= text.length + textOverhead;
      if (remaining < 0) throw unreadable('has more text than is read');
      texts.push(unescaped(text));
    },
  });
  return texts;
}

/** Characters that XML cannot contain are written as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

async function readStyles(zip: Zip, part: string | undefined): Promise<boolean[]> {
  if (part === undefined) return [];
  const dates = new Set<number>();
  const isDateStyle: boolean[] = [];
  let isInCellStyles = false;
  await scanXml(zip.read(part), {
    open(tag) {
      if (tag.name === 'cellXfs') isInCellStyles = true;
      if (tag.name === 'numFmt' && showsDate(tag.attribute('formatCode') ?? ''))
        dates.add(Number(tag.attribute('numFmtId')));
      if (tag.name !== 'xf' || !isInCellStyles) return;
      const format = Number(tag.attribute('numFmtId') ?? 0);
      isDateStyle.push(dates.has(format) || isBuiltInDate(format));
    },
    text: () => undefined,
    close(name) {
      if (name === 'cellXfs') isInCellStyles = false;
    },
  });
  return isDateStyle;
}

/** ECMA-376, 18.8.30. */
const isBuiltInDate = (format: number): boolean =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58);

const showsDate = (code: string): boolean => /[dmyhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|general/gi, ''));
