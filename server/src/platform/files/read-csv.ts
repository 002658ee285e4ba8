import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import type { CsvError } from 'csv-parse';
import { piecesOf } from '../../core/chunks.ts';
import { type ReadRow, unguarded } from './cells.ts';
import { unreadable } from './unreadable.ts';

/** A larger chunk would keep the records of more blank lines in memory. */
const chunk_bytes = 16 * 1024;
/** Where the heading is searched for its separator. */
const heading_bytes = 64 * 1024;
const recordAtMost = 500_000;
const columnsAtMost = 1_000;

/** Reads a CSV file. The separator is detected from the heading. */
export async function* readCsv(file: Buffer): AsyncIterable<ReadRow> {
  if (!isUtf8(file)) throw unreadable('must be an XLSX workbook, or CSV in UTF-8');
  if (file.includes(0)) throw unreadable('must be an XLSX workbook, or CSV; this is neither');
  const delimiter = separatorOf(file);
  const stated = statedSeparator(headOf(file)) !== undefined;
  // Loaded when the first file is read.
  const { CsvError, parse } = await import('csv-parse');
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: recordAtMost,
  });
  let parsed = 0;
  let bytesWithoutRow = 0;
  function* chunks(): Iterable<Buffer> {
    for (const chunk of piecesOf(file, chunk_bytes)) {
      // Rows that were parsed, but not read yet, count as well.
      bytesWithoutRow = parser.info.records === parsed ? bytesWithoutRow + chunk_bytes : 0;
      parsed = parser.info.records;
      // The parser's limit is for one cell. This one is for a row of very many small cells.
      if (bytesWithoutRow > recordAtMost) throw unreadable(`has a row that is too long, row ${parsed + 1}`);
      yield chunk;
    }
  }
  // The reader of the records gets the error.
  const records: AsyncIterable<string[]> = pipeline(Readable.from(chunks()), parser, () => undefined);
  let row = 0;
  try {
    for await (const record of records) {
      row += 1;
      // The line `sep=;` is for Excel, and is no heading.
      if (row === 1 && stated) continue;
      if (record.length > columnsAtMost) throw unreadable(`has more than ${columnsAtMost} columns`);
      yield { row, cells: record.map(unguarded) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(messageOf(error));
  }
}

function messageOf({ code, records }: CsvError): string {
  // Not all records before it have been read yet.
  const row = Number(records) + 1;
  if (code === 'CSV_MAX_RECORD_SIZE') return `has a row that is too long, row ${row}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `has a quotation mark that is never closed, in row ${row}`;
  return `cannot be read as CSV, in row ${row}`;
}

const headOf = (file: Buffer): string => file.subarray(0, heading_bytes).toString();

/** What separates the cells of a CSV file. */
export const separatorOf = (file: Buffer): string => statedSeparator(headOf(file)) ?? delimiterOf(headOf(file));

const delimiters = [',', ';', '\t'];

/** The separator that a first line `sep=;` names. */
const statedSeparator = (text: string): string | undefined =>
  /^\uFEFF?"?sep=([,;\t])"?[ ,;\t]*(?=\r|\n|$)/i.exec(text)?.[1];

/**
 * The separator of cells: of those in the first line with content, one that the next line has as often, and else the most
 * frequent one. A heading such as `Price, net, each;Unit` has commas in its texts.
 */
export function delimiterOf(text: string): string {
  const [heading = new Map<string, number>(), next] = countDelimiters(text.replace(/^\uFEFF?\s*/, ''));
  const present = delimiters
    .filter((character) => heading.has(character))
    .sort((one, other) => (heading.get(other) ?? 0) - (heading.get(one) ?? 0));
  return present.find((character) => next?.get(character) === heading.get(character)) ?? present[0] ?? ',';
}

/** How often each separator is in the first two lines with content, outside of quotation marks. */
function countDelimiters(text: string): Map<string, number>[] {
  const lines: Map<string, number>[] = [];
  let counts: Map<string, number> | undefined;
  let quoted = false;
  for (const character of text) {
    if (!quoted && (character === '\n' || character === '\r')) {
      if (lines.length === 2) break;
      counts = undefined;
      continue;
    }
    if (counts === undefined) {
      counts = new Map();
      lines.push(counts);
    }
    if (character === '"') quoted = !quoted;
    else if (!quoted && delimiters.includes(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return lines;
}
