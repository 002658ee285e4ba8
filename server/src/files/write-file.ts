import { currencyDigits, toMajor } from '../kernel/money.ts';
import { type Cell, csvLine, type Format } from './cells.ts';

export interface Sheet {
  name: string;
  headings: string[];
  rows: AsyncIterable<Cell[]>;
}

/** The bytes of a file, made while its rows are read: memory does not grow with their number. */
export const writeFile = (sheet: Sheet, format: Format, currency: string): AsyncIterable<Uint8Array> =>
  format === 'csv' ? writeCsv(sheet, currency) : writeXlsx(sheet, currency);

async function* writeCsv({ headings, rows }: Sheet, currency: string): AsyncIterable<Uint8Array> {
  const digits = currencyDigits(currency);
  // The mark tells spreadsheets that it is UTF-8.
  yield Buffer.from(`\uFEFF${csvLine(headings, digits)}`);
  for await (const row of rows) yield Buffer.from(csvLine(row, digits));
}

/** Text is written as text cells, which no spreadsheet takes for formulas. */
async function* writeXlsx({ name, headings, rows }: Sheet, currency: string): AsyncIterable<Uint8Array> {
  async function* cells() {
    yield headings;
    for await (const row of rows)
      yield row.map((cell) => {
        if (typeof cell === 'string') return asItStands(cell);
        return typeof cell === 'object' && cell !== null ? toMajor(cell.minor, currency) : cell;
      });
  }
  // Loaded with the first workbook.
  const { writeXlsxStream } = await import('hucre/xlsx');
  yield* writeXlsxStream(cells(), { name, freezePane: { rows: 1 } });
}

/** Text that looks like the way in which workbooks write signs that XML cannot hold. The writer leaves it for its readers to take for one. */
const asItStands = (text: string): string => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
