import { runTask } from '../workers/run-task.ts';

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
export const writePdf = (paper: PdfPaper): Promise<Uint8Array> =>
  runTask<Uint8Array>(new URL('./pdf-task.ts', import.meta.url), paper);
