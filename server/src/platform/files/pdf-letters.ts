/** The parts of a pdfkit document that its types do not have. */
interface PdfInternals {
  _font: PdfFont;
  page: { height: number; fonts: Record<string, unknown> };
  addContent(content: string): unknown;
}

interface PdfFont {
  id: string;
  ascender: number;
  ref(): unknown;
  /** The glyphs in hexadecimal digits. */
  encode(text: string, features: readonly string[]): [glyphs: string[], positions: unknown];
}

/** The glyph of each letter, by font. */
export type KnownGlyphs = Map<PdfFont, Map<string, string>>;

/** A mark is placed on the letter before it, which only the layout of the library does. */
export const hasMarks = (text: string): boolean => /\p{M}/u.test(text);

/**
 * Writes text of a monospaced font, letter by letter, with the current font of the document. The library lays out
 * every text, which takes milliseconds for a line; here each letter is laid out once.
 */
export function writeLetters(
  document: unknown,
  text: string,
  { x, y, size, known }: { x: number; y: number; size: number; known: KnownGlyphs },
): void {
  const pdf = document as PdfInternals;
  const font = pdf._font;
  const glyphs = known.get(font) ?? new Map<string, string>();
  known.set(font, glyphs);
  let shown = '';
  for (const letter of text) {
    let glyph = glyphs.get(letter);
    if (glyph === undefined) {
      glyph = font.encode(letter, [])[0].join('');
      glyphs.set(letter, glyph);
    }
    shown += glyph;
  }
  pdf.page.fonts[font.id] ??= font.ref();
  const baseline = pdf.page.height - y - (font.ascender / 1_000) * size;
  const place = `1 0 0 1 ${x.toFixed(2)} ${baseline.toFixed(2)} Tm`;
  // The document's coordinates begin at the upper left corner, those of text at the lower left.
  pdf.addContent(
    `q\n1 0 0 -1 0 ${pdf.page.height} cm\nBT\n${place}\n/${font.id} ${size.toFixed(2)} Tf\n[<${shown}>] TJ\nET\nQ`,
  );
}
