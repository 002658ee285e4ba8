import type { ReadRow } from './cells.ts';
import { readCsv, separatorOf } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { unreadable } from './unreadable.ts';

/** A longer text fits no field, and would only need memory. */
const cellAtMost = 100_000;

/**
 * The rows of a CSV file or of a workbook's first sheet, including blank ones. The format is detected from the content,
 * not from the file name.
 * @throws AppError VALIDATION_ERROR on `file` as soon as the content is found to be invalid
 */
export async function* readRows(file: Buffer): AsyncIterable<ReadRow> {
  if (file.length === 0) throw unreadable('is empty');
  for await (const read of isWorkbook(file) ? readXlsx(file) : readCsv(file)) {
    for (const cell of read.cells) {
      if (typeof cell === 'string' && cell.length > cellAtMost)
        throw unreadable(`has a cell in row ${read.row} that is too long`);
    }
    yield read;
  }
}

const isWorkbook = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));

/** What separates the cells of a CSV file; undefined for a workbook. */
export const cellSeparator = (file: Buffer): string | undefined => (isWorkbook(file) ? undefined : separatorOf(file));

/** Whether a row has a cell with content. */
export const isFilled = ({ cells }: ReadRow): boolean => cells.some((cell) => cell !== null && cell !== '');
