import PDFDocument from 'pdfkit';
import { streamTask } from '../workers/stream.ts';
import { fontFileOf, fontRunsOf, letterWidth } from './pdf-fonts.ts';
import type { PdfPaper } from './write-pdf.ts';

/** Makes a PDF in a thread of the pool. */

const points_per_mm = 72 / 25.4;
const lineHeight = 1.3;
const margin_mm = 4;
/** A page of a PDF has at most 14,400 points. */
const linesPerPage = 1_000;

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
      for (const { font, column, text } of fontRunsOf(line.text, line.is_strong)) {
        if (!known.has(font)) document.registerFont(font, fontFileOf(font));
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
