import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import { streamTask } from '../workers/stream.ts';
import { fontFileOf, fontRunsOf, letterWidth } from './pdf-fonts.ts';
import { hasMarks, type KnownGlyphs, writeLetters } from './pdf-letters.ts';
import { layoutTable, linesOfRow, type TableLayout } from './table-layout-rules.ts';
import type { TablePaper, TableRows } from './write-table-pdf.ts';

/** Writes a table on A4 pages in a thread of the pool, and gives each page away when it is full. */

const margin = 34;
const lineHeight = 1.45;
const title_size = 13;

/** A document whose pages are taken while it is written. */
function openDocument(paper: TablePaper, { widths, isLandscape, size }: TableLayout) {
  const document = new PDFDocument({
    autoFirstPage: false,
    size: 'A4',
    layout: isLandscape ? 'landscape' : 'portrait',
    margin: 0,
    info: { Title: paper.title, Producer: 'Tillhouse', Creator: 'Tillhouse' },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const ended = once(document, 'end');
  const known = new Set<string>();
  const glyphs: KnownGlyphs = new Map();
  const height = size * lineHeight;
  const heading = linesOfRow(
    paper.columns.map((column) => column.heading),
    paper.columns,
    widths,
  );
  let y = 0;
  let pages = 0;

  const print = (text: string, at: { x: number; y: number; size: number; isStrong: boolean }) => {
    for (const { font, column, text: run } of fontRunsOf(text, at.isStrong)) {
      if (run.trim() === '') continue;
      if (!known.has(font)) document.registerFont(font, fontFileOf(font));
      known.add(font);
      const x = at.x + column * at.size * letterWidth;
      document.font(font);
      if (hasMarks(run)) document.fontSize(at.size).text(run, x, at.y, { lineBreak: false, features: [] });
      else writeLetters(document, run, { x, y: at.y, size: at.size, known: glyphs });
    }
  };
  const rule = () => {
    document
      .moveTo(margin, y)
      .lineTo(document.page.width - margin, y)
      .lineWidth(0.5)
      .stroke();
  };
  const write = (lines: readonly string[], isStrong: boolean) => {
    for (const text of lines) {
      print(text, { x: margin, y, size, isStrong });
      y += height;
    }
  };

  function addPage(): void {
    document.addPage();
    pages += 1;
    y = margin;
    if (pages === 1) {
      print(paper.title, { x: margin, y, size: title_size, isStrong: true });
      y += title_size * lineHeight;
      print(paper.subtitle, { x: margin, y, size: largest(size), isStrong: false });
      y += largest(size) * lineHeight * 1.6;
    }
    print(`${paper.page} ${pages}`, {
      ...{ x: margin, y: document.page.height - margin + 6, size: 7, isStrong: false },
    });
    write(heading, true);
    rule();
    y += height * 0.35;
  }

  addPage();
  return {
    writeRow(cells: readonly string[], isStrong = false): void {
      const lines = linesOfRow(cells, paper.columns, widths);
      if (y + lines.length * height > document.page.height - margin) addPage();
      write(lines, isStrong);
    },
    rule(): void {
      rule();
      y += height * 0.35;
    },
    /** What was written since the last call. */
    take: (): Buffer => Buffer.concat(parts.splice(0)),
    async end(): Promise<void> {
      document.end();
      await ended;
    },
  };
}

const largest = (size: number): number => Math.max(size, 8);

async function* writeTable(port: MessagePort): AsyncIterable<Uint8Array> {
  const closed = once(port, 'close').then(() => [undefined] as const);
  let document: ReturnType<typeof openDocument> | undefined;
  for (;;) {
    const received = once(port, 'message') as Promise<[TableRows]>;
    port.postMessage('more');
    const [message] = await Promise.race([received, closed]);
    // Its reader has stopped.
    if (message === undefined) return;
    const { paper, rows, totals, isLast } = message;
    if (paper !== undefined) document = openDocument(paper, layoutTable(paper.columns, rows, letterWidth));
    for (const row of rows) document?.writeRow(row);
    if (totals !== undefined) {
      document?.rule();
      document?.writeRow(totals, true);
    }
    if (isLast) await document?.end();
    const piece = document?.take();
    if (piece !== undefined && piece.length > 0) yield piece;
    if (isLast) break;
  }
  port.close();
}

export const run = streamTask<{ port: MessagePort }, undefined, Uint8Array>(({ port }) => ({
  head: async () => undefined,
  batches: () => writeTable(port),
  close: () => port.close(),
}));
