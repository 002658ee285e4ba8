import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { ReadRow } from './cells.ts';
import { unguarded } from './cells.ts';
import { delimiterOf } from './csv-dialect.ts';
import { unreadable } from './unreadable.ts';

const chunk_bytes = 64 * 1024;
const recordAtMost = 1_000_000;

/** Of CSV that others write, as much as can be told for certain: which sign parts its cells is seen in its heading. */
export async function* readCsv(file: Buffer): AsyncIterable<ReadRow> {
  if (!isUtf8(file)) throw unreadable('must be an XLSX workbook, or CSV in UTF-8');
  if (file.includes(0)) throw unreadable('must be an XLSX workbook, or CSV; this is neither');
  const delimiter = delimiterOf(file.subarray(0, chunk_bytes).toString());
  const records: AsyncIterable<string[]> = Readable.from(chunksOf(file)).pipe(
    parse({
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: recordAtMost,
    }),
  );
  let row = 0;
  try {
    for await (const record of records) {
      row += 1;
      yield { row, cells: record.map((text) => settle(unguarded(text), delimiter)) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(messageOf(error, row + 1));
  }
}

function* chunksOf(file: Buffer): Iterable<Buffer> {
  for (let at = 0; at < file.length; at += chunk_bytes) yield file.subarray(at, at + chunk_bytes);
}

/** Where the semicolon parts cells, the comma parts decimals. */
const settle = (text: string, delimiter: string): string =>
  delimiter === ';' && /^\s*-?\d+,\d+\s*$/.test(text) ? text.replace(',', '.') : text;

function messageOf({ code }: CsvError, row: number): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return `has a row that is too long, row ${row}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `has a quotation mark that is never closed, in row ${row}`;
  return `cannot be read as CSV, in row ${row}`;
}
