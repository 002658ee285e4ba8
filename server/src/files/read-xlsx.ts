import { streamXlsxRows } from 'hucre/xlsx';
import { Refusal } from '../kernel/refusal.ts';
import type { ReadRow } from './cells.ts';
import { inspectZip } from './inspect-zip.ts';
import { unreadable } from './unreadable.ts';

/** Rows of a sheet, empty ones too, before it is given up. */
const rowsAtMost = 100_000;

/** Rows of the first sheet. What the file would unpack to is known before any of it is taken for a workbook. */
export async function* readXlsx(file: Buffer): AsyncIterable<ReadRow> {
  await inspectZip(file);
  let count = 0;
  try {
    for await (const { index, values } of streamXlsxRows(file, { maxRows: rowsAtMost })) {
      count += 1;
      if (count === rowsAtMost) throw unreadable(`has more than ${rowsAtMost} rows`);
      yield { row: index + 1, cells: values as ReadRow['cells'] };
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw unreadable('cannot be read as an XLSX workbook');
  }
}
