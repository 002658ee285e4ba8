import { inflateSync } from 'node:zlib';

export interface PdfPage {
  width: number;
  height: number;
  /** From top to bottom, each from left to right; without indents. */
  lines: string[];
  /** In the order in which they were written. */
  runs: PdfRun[];
}

/** Text of one font. Its place and size are in points, from the lower left corner of the page. */
export interface PdfRun {
  x: number;
  y: number;
  size: number;
  text: string;
}

/** Extracts the text of a PDF that pdfkit wrote. */
export function readPdf(bytes: Uint8Array): { pages: PdfPage[] } {
  const text = Buffer.from(bytes).toString('latin1');
  const objects = new Map<string, string>();
  for (const [, number = '', body = ''] of text.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) objects.set(number, body);
  const refer = (body: string, name: string) =>
    objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1] ?? '') ?? '';
  const inflated = (body: string) => {
    const stream = /stream\n(.*)\nendstream/s.exec(body)?.[1] ?? '';
    return stream === '' ? '' : inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  };
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body));
  return {
    pages: pages.map((page) => {
      const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? [];
      const fonts = new Map<string, string[]>();
      for (const [, name = '', number = ''] of refer(page, 'Resources').matchAll(/\/(F\d+) (\d+) 0 R/g))
        fonts.set(name, lettersOf(inflated(refer(objects.get(number) ?? '', 'ToUnicode'))));
      const runs = runsOf(inflated(refer(page, 'Contents')), fonts);
      return { width: Number(width), height: Number(height), lines: linesOf(runs), runs };
    }),
  };
}

/** The text of each glyph. */
const lettersOf = (map: string): string[] =>
  [...map.matchAll(/<[\da-f]+> <[\da-f]+> \[(.*?)\]/gs)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([\da-f ]*)>/g)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le').replaceAll('\0', '\ufffd'),
    ),
  );

function runsOf(content: string, fonts: Map<string, string[]>): PdfRun[] {
  const written = content.matchAll(/1 0 0 1 ([\d.]+) ([\d.-]+) Tm\n\/(F\d+) ([\d.]+) Tf\n\[(.*?)\] TJ/gs);
  return Array.from(written, ([, x, y, font = '', size, shown = '']) => {
    const glyphs = [...shown.matchAll(/<([\da-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const text = glyphs.map((glyph) => fonts.get(font)?.[Number.parseInt(glyph, 16)] ?? '?').join('');
    return { x: Number(x), y: Number(y), size: Number(size), text };
  });
}

function linesOf(runs: readonly PdfRun[]): string[] {
  const lines = new Map<number, string>();
  for (const { y, text } of runs) lines.set(y, (lines.get(y) ?? '') + text);
  return [...lines].sort(([one], [other]) => other - one).map(([, line]) => line.trimStart());
}
