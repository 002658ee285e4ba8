import { currencyDigits, toMajor } from '@tillhouse/core/money';
import { pauseWhenDue } from '../../core/concurrency/pause.ts';
import { type Cell, csvLine, type Format, isAmount, minorOf } from './cells.ts';

export interface Sheet {
  name: string;
  headings: string[];
  /** The rows, in batches. */
  rows: AsyncIterable<Cell[][]>;
}

/**
 * The bytes of a file, written while its rows are read, so that memory does not grow with their number. Other requests
 * run between rows. A thread would be occupied by slow downloads.
 */
export const writeFile = (sheet: Sheet, format: Format, currency: string): AsyncIterable<Uint8Array> =>
  format === 'csv' ? writeCsv(sheet, currency) : writeXlsx(sheet, currency);

const pieceCharacters = 64 * 1024;

async function* writeCsv({ headings, rows }: Sheet, currency: string): AsyncIterable<Uint8Array> {
  const digits = currencyDigits(currency);
  const pause = pauseWhenDue();
  // Spreadsheets recognise UTF-8 by the byte order mark.
  let piece = `\uFEFF${csvLine(headings, digits)}`;
  for await (const batch of rows) {
    for (const row of batch) {
      piece += csvLine(row, digits);
      if (piece.length < pieceCharacters) continue;
      yield Buffer.from(piece);
      piece = '';
      await pause();
    }
  }
  yield Buffer.from(piece);
}

/** Text is written as text cells, which spreadsheets do not read as formulas. */
async function* writeXlsx({ name, headings, rows }: Sheet, currency: string): AsyncIterable<Uint8Array> {
  const pause = pauseWhenDue();
  async function* cells() {
    yield headings;
    for await (const batch of rows) {
      for (const row of batch) {
        yield row.map((cell) => {
          if (typeof cell === 'string') return escaped(cell);
          return isAmount(cell) ? toMajor(minorOf(cell), currency) : cell;
        });
        await pause();
      }
    }
  }
  // Loaded when the first workbook is written. It compresses on other threads.
  const { writeXlsxStream } = await import('hucre/xlsx');
  yield* writeXlsxStream(cells(), { name, freezePane: { rows: 1 } });
}

/** Escapes text that looks like an escaped character of a workbook, such as `_x000D_`. The library does not do it. */
const escaped = (text: string): string => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
