import { writeFile } from '../../platform/files/write-file.ts';
import { type PrintedSheet, writeTablePdf } from '../../platform/files/write-table-pdf.ts';
import type { Format } from './rules.ts';

/** The bytes of an exported file, written while its rows are read. */
export const writeExport = (sheet: PrintedSheet, format: Format, currency: string): AsyncIterable<Uint8Array> =>
  format === 'pdf' ? writeTablePdf(sheet, currency) : writeFile(sheet, format, currency);
