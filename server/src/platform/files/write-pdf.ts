import { startStream } from '../workers/pool.ts';

export interface PdfLine {
  text: string;
  is_strong: boolean;
}

export interface PdfPaper {
  title: string;
  /** Lines of at most `columns` letters in a monospaced font. */
  lines: readonly PdfLine[];
  columns: number;
  width_mm: number;
}

/**
 * Writes lines on a roll of paper, as a PDF with selectable text. It is made in a thread, because fonts are read and
 * reduced for each PDF.
 * @throws AppError UNAVAILABLE if too many wait
 */
export async function writePdf(paper: PdfPaper): Promise<Uint8Array> {
  const stream = await startStream<never, Uint8Array>({
    module: new URL('./pdf-task.ts', import.meta.url),
    data: paper,
  });
  try {
    const bytes = await stream.next();
    if (bytes === undefined) throw new Error('a PDF has bytes');
    return bytes;
  } finally {
    await stream.close();
  }
}
