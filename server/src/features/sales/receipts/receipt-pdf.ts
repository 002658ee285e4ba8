import type { Language } from '../../../core/language.ts';
import {
  paperColumns as columns,
  printedLines,
  paper_width_mm as width_mm,
} from '../../../platform/files/paper-rows.ts';
import { writePdf } from '../../../platform/files/write-pdf.ts';
import type { Receipt } from './receipt.ts';
import { layOutReceipt } from './receipt-layout.ts';

/**
 * The printer's lines as a PDF of the same width, made in a worker thread.
 * @throws AppError UNAVAILABLE if too many wait
 */
export const toPdf = (receipt: Receipt, language: Language): Promise<Uint8Array> =>
  writePdf({ title: receipt.code, lines: printedLines(layOutReceipt(receipt, language), columns), columns, width_mm });
