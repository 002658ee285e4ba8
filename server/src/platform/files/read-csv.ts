import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import type { CsvError } from 'csv-parse';
import { type ReadRow, unguarded } from './cells.ts';
import { unreadable } from './unreadable.ts';

const chunk_bytes = 64 * 1024;
const recordAtMost = 500_000;
const columnsAtMost = 1_000;

/** The dialect of a CSV file, as far as it is certain: the heading shows the separator. */
export async function* readCsv(file: Buffer): AsyncIterable<ReadRow> {
  if (!isUtf8(file)) throw unreadable('must be an XLSX workbook, or CSV in UTF-8');
  if (file.includes(0)) throw unreadable('must be an XLSX workbook, or CSV; this is neither');
  const delimiter = delimiterOf(file.subarray(0, chunk_bytes).toString());
  // Loaded with the first file.
  const { CsvError, parse } = await import('csv-parse');
  let row = 0;
  let rowBefore = 0;
  let silence_bytes = 0;
  function* chunks(): Iterable<Buffer> {
    for (let at = 0; at < file.length; at += chunk_bytes) {
      silence_bytes = row === rowBefore ? silence_bytes + chunk_bytes : 0;
      rowBefore = row;
      // The parser's own bound is for one cell: here a row of countless small ones ends.
      if (silence_bytes > recordAtMost) throw unreadable(`has a row that is too long, row ${row + 1}`);
      yield file.subarray(at, at + chunk_bytes);
    }
  }
  const records: AsyncIterable<string[]> = pipeline(
    Readable.from(chunks()),
    parse({
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: recordAtMost,
    }),
    // The reader of the records gets the error.
    () => undefined,
  );
  try {
    for await (const record of records) {
      row += 1;
      if (record.length > columnsAtMost) throw unreadable(`has more than ${columnsAtMost} columns`);
      yield { row, cells: record.map((text) => settle(unguarded(text), delimiter)) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(messageOf(error, row + 1));
  }
}

/** If the separator is a semicolon, the decimal sign is a comma. */
const settle = (text: string, delimiter: string): string =>
  delimiter === ';' && /^\s*-?\d+,\d+\s*$/.test(text) ? text.replace(',', '.') : text;

function messageOf({ code }: CsvError, row: number): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return `has a row that is too long, row ${row}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `has a quotation mark that is never closed, in row ${row}`;
  return `cannot be read as CSV, in row ${row}`;
}

const delimiters = [',', ';', '\t'];

/** The sign that parts the cells: the one that is most often in the first line that says something, outside of quotation marks. */
export function delimiterOf(text: string): string {
  const counts = new Map(delimiters.map((sign) => [sign, 0]));
  let quoted = false;
  for (const sign of text.replace(/^\uFEFF?\s*/, '')) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '\n' || sign === '\r')) break;
    else if (!quoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? ',';
}
