import type { Language } from '../../../core/language.ts';
import { writePdf } from '../../../platform/files/write-pdf.ts';
import type { Receipt } from './receipt.ts';
import { receiptColumns as columns, layOutReceipt, printedLines } from './receipt-layout.ts';

const width_mm = 80;

/**
 * The printer's lines as a PDF of the same width, made in a worker thread.
 * @throws AppError UNAVAILABLE if too many wait
 */
export const toPdf = (receipt: Receipt, language: Language): Promise<Uint8Array> =>
  writePdf({ title: receipt.code, lines: printedLines(layOutReceipt(receipt, language), columns), columns, width_mm });
