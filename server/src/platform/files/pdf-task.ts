import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { streamTask } from '../workers/stream.ts';
import type { PdfLine, PdfPaper } from './write-pdf.ts';

/** Makes a PDF in a thread of the pool. */

const { resolve } = createRequire(import.meta.url);
const fontFolder = '@fontsource/noto-sans-mono';
const points_per_mm = 72 / 25.4;
/** The width of the font's letters, as a part of its size. */
const letterWidth = 0.6;
const lineHeight = 1.3;
const margin_mm = 4;
/** A page of a PDF has at most 14,400 points. */
const linesPerPage = 1_000;

type Range = [number, number];

/** The letters of each file of the font; the most common file first. */
const scripts: [string, Range[]][] = Object.entries(
  JSON.parse(readFileSync(resolve(`${fontFolder}/unicode.json`), 'utf8')) as Record<string, string>,
)
  .map(([name, ranges]): [string, Range[]] => [name, ranges.split(',').map(rangeOf)])
  .reverse();

function rangeOf(text: string): Range {
  const [first = 0, last = first] = text
    .replace('U+', '')
    .split('-')
    .map((hex) => Number.parseInt(hex, 16));
  return [first, last];
}

const scriptOf = (letter: string): string => {
  const point = letter.codePointAt(0) ?? 0;
  return scripts.find(([, ranges]) => ranges.some(([first, last]) => point >= first && point <= last))?.[0] ?? 'latin';
};

const fileOf = (font: string): string => resolve(`${fontFolder}/files/noto-sans-mono-${font}-normal.woff`);

/** The parts of a line by file of the font, with the columns where they begin. */
function runsOf({ text, is_strong }: PdfLine): { font: string; column: number; text: string }[] {
  const runs: { font: string; column: number; text: string }[] = [];
  for (const [column, letter] of Array.from(text).entries()) {
    const last = runs.at(-1);
    const font = `${scriptOf(letter)}-${is_strong ? 700 : 400}`;
    if (last?.font === font) last.text += letter;
    else runs.push({ font, column, text: letter });
  }
  return runs;
}

async function makePdf({ title, lines, columns, width_mm }: PdfPaper): Promise<Uint8Array> {
  const width = width_mm * points_per_mm;
  const margin = margin_mm * points_per_mm;
  const letter = (width - 2 * margin) / columns;
  const size = letter / letterWidth;
  const document = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    info: { Title: title, Producer: 'Tillhouse', Creator: 'Tillhouse' },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((done) => document.on('end', done));
  const known = new Set<string>();
  for (let first = 0; first === 0 || first < lines.length; first += linesPerPage) {
    const page = lines.slice(first, first + linesPerPage);
    document.addPage({ size: [width, page.length * size * lineHeight + 2 * margin], margin: 0 });
    for (const [index, line] of page.entries())
      for (const { font, column, text } of runsOf(line)) {
        if (!known.has(font)) document.registerFont(font, fileOf(font));
        known.add(font);
        document.font(font).fontSize(size);
        document.text(text, margin + column * letter, margin + index * size * lineHeight, {
          lineBreak: false,
          features: [],
        });
      }
  }
  document.end();
  await ended;
  return Buffer.concat(parts);
}

export const run = streamTask<PdfPaper, undefined, Uint8Array>((paper) => ({
  head: async () => undefined,
  async *batches() {
    yield await makePdf(paper);
  },
}));
