import type { Codepage } from '@point-of-sale/codepage-encoder';
import { chunksOf } from '../../core/chunks.ts';
import { pauseWhenDue } from '../../core/concurrency/pause.ts';

/** Lines for a receipt printer. */
export interface EscPosPaper {
  /** Lines of at most `columns` letters. */
  lines: readonly { text: string; is_strong: boolean }[];
  columns: 32 | 42 | 48;
  /** Whether the cash drawer is opened first. */
  opens_drawer: boolean;
}

/** Lines that are encoded in one step. Even if each of their letters needs another code page, it takes a few milliseconds. */
const linesPerStep = 10;

/** The code pages of most printers, in the order in which they are tried. */
const codePages: readonly Codepage[] = [
  ...(['cp437', 'epson/katakana', 'cp850', 'cp860', 'cp863', 'cp865', 'cp851', 'cp853', 'cp857', 'cp737'] as const),
  ...(['iso8859-7', 'windows1252', 'cp866', 'cp852', 'cp858', 'thai42', 'thai11', 'thai13', 'tcvn3'] as const),
  ...(['tcvn3capitals', 'cp720', 'cp775', 'cp855', 'cp861', 'cp862', 'cp864', 'cp869', 'epson/iso8859-2'] as const),
  ...(['iso8859-15', 'cp1098', 'cp774', 'cp772', 'cp1125', 'windows1250', 'windows1251', 'windows1253'] as const),
  ...(['windows1254', 'windows1255', 'windows1256', 'windows1257', 'windows1258', 'rk1048'] as const),
];

interface Printer {
  Encoder: typeof import('@point-of-sale/receipt-printer-encoder').default;
  /** The characters of each code page. */
  pages: ReadonlyMap<Codepage, ReadonlySet<number>>;
}

let loaded: Promise<Printer> | undefined;

async function loadPrinter(): Promise<Printer> {
  const { default: Encoder } = await import('@point-of-sale/receipt-printer-encoder');
  const { default: CodepageEncoder } = await import('@point-of-sale/codepage-encoder');
  return {
    Encoder,
    pages: new Map(codePages.map((page) => [page, new Set(CodepageEncoder.getEncoding(page).codepoints)])),
  };
}

/**
 * ESC/POS commands that print lines, and cut the paper at the end.
 * A character that no code page of the printer has is printed as a question mark. The library is loaded at its first
 * use.
 */
export async function encodeEscPos({ lines, columns, opens_drawer }: EscPosPaper): Promise<Uint8Array> {
  loaded ??= loadPrinter();
  const { Encoder, pages } = await loaded;
  const begin = () => new Encoder({ language: 'esc-pos', columns, feedBeforeCut: 4 });
  const head = begin().initialize();
  if (opens_drawer) head.pulse();
  const steps = [head.encode()];
  const pause = pauseWhenDue();
  for (const part of chunksOf(lines, linesPerStep)) {
    await pause();
    const encoder = begin();
    for (const line of part) addLine(encoder, line, pages);
    steps.push(encoder.bold(false).encode());
  }
  return Buffer.concat([...steps, begin().cut().encode()]);
}

function addLine(
  encoder: InstanceType<Printer['Encoder']>,
  { text, is_strong }: EscPosPaper['lines'][number],
  pages: Printer['pages'],
): void {
  encoder.bold(is_strong);
  for (const { page, run } of inCodePages(text, pages)) encoder.codepage(page).text(run);
  encoder.newline();
}

/**
 * Splits a text where the code page must change. The library can choose the pages, too, but then copies a whole page for
 * each character: a sale of 1,000 lines with long names held the event loop for half a minute.
 */
export function inCodePages(text: string, pages: Printer['pages']): { page: Codepage; run: string }[] {
  const runs: { page: Codepage; run: string }[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const last = runs.at(-1);
    const has = (page: Codepage) => pages.get(page)?.has(code) ?? false;
    const page = last !== undefined && has(last.page) ? last.page : [...pages.keys()].find(has);
    const isKnown = page !== undefined;
    if (last !== undefined && (!isKnown || page === last.page)) last.run += isKnown ? letter : '?';
    else runs.push({ page: page ?? 'cp437', run: isKnown ? letter : '?' });
  }
  return runs;
}
