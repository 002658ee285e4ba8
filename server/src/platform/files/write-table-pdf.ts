import { MessageChannel } from 'node:worker_threads';
import type { Minor } from '@tillhouse/core/money';
import { formatAmount } from '../../core/amounts.ts';
import { createKeyedSemaphore } from '../../core/concurrency/keyed-semaphore.ts';
import { pauseWhenDue } from '../../core/concurrency/pause.ts';
import { AppError } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';
import { startStream } from '../workers/pool.ts';
import { type Cell, isAmount, minorOf } from './cells.ts';
import type { TableColumn } from './table-layout-rules.ts';
import type { Sheet } from './write-file.ts';

/** What a printed page says around the table, and the language of its numbers. */
export interface SheetPrint {
  title: string;
  subtitle: string;
  /** The word before the sums of the amounts. */
  total: string;
  /** The word before the number of a page. */
  page: string;
  language: Language;
}

export interface PrintedSheet extends Sheet {
  print: SheetPrint;
}

/** What the thread writes around the rows. */
export interface TablePaper extends Omit<SheetPrint, 'total' | 'language'> {
  columns: TableColumn[];
}

/** The answer to a request for rows. */
export interface TableRows {
  /** Before the first rows. */
  paper?: TablePaper;
  rows: string[][];
  totals?: string[];
  isLast: boolean;
}

/** A PDF is to be read and printed. Longer lists are for spreadsheets. */
export const rows_at_most = 20_000;

/** One table at a time, so that threads are left for receipts and uploads. */
const writing = createKeyedSemaphore({
  slots: 1,
  max_waiting: 64,
  createError: () =>
    new AppError('UNAVAILABLE', 'Too many PDFs are written, try again later', [], { retry_after_s: 10 }),
});

/**
 * The bytes of a PDF of A4 pages, written by a thread while the rows are read, so that memory does not grow with their
 * number.
 * @throws AppError INVALID_STATE if it has too many rows, UNAVAILABLE if too many wait
 */
export async function* writeTablePdf(sheet: PrintedSheet, currency: string): AsyncIterable<Uint8Array> {
  const release = await writing.acquire('');
  const { port1, port2 } = new MessageChannel();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const source = textRows(sheet, currency);
  port1.on('message', () => {
    source.next().then(({ value }) => {
      if (value !== undefined) port1.postMessage(value);
    }, failed.reject);
  });
  try {
    const stream = await startStream<never, Uint8Array>({
      module: new URL('./table-pdf-task.ts', import.meta.url),
      data: { port: port2 },
      transfer: [port2],
    });
    try {
      for (;;) {
        const piece = await Promise.race([stream.next(), failed.promise]);
        if (piece === undefined) break;
        yield piece;
      }
    } finally {
      await stream.close();
    }
  } finally {
    port1.close();
    await source.return(undefined);
    release();
  }
}

/** The rows as text, in batches, and after the last the sums. */
async function* textRows(
  { headings, rows, print }: PrintedSheet,
  currency: string,
): AsyncGenerator<TableRows, undefined, undefined> {
  const { language, total, ...words } = print;
  const format = textFormat(language, currency);
  const pause = pauseWhenDue();
  const sums: (Minor | undefined)[] = [];
  let columns: TableColumn[] | undefined;
  let count = 0;
  const paperOf = (first: readonly Cell[][]): TablePaper => {
    columns = headings.map((heading, index) => ({ heading, isNumber: isNumberColumn(first, index) }));
    return { ...words, columns };
  };
  for await (const batch of rows) {
    if (batch.length === 0) continue;
    count += batch.length;
    if (count > rows_at_most) throw tooManyRows();
    const paper = columns === undefined ? { paper: paperOf(batch) } : {};
    const texts: string[][] = [];
    for (const row of batch) {
      for (const [index, cell] of row.entries()) if (typeof cell === 'bigint') sums[index] = (sums[index] ?? 0n) + cell;
      texts.push(row.map(format));
      await pause();
    }
    yield { ...paper, rows: texts, isLast: false };
  }
  const hasSums = count > 1 && sums.some((sum) => sum !== undefined);
  yield {
    ...(columns === undefined ? { paper: paperOf([]) } : {}),
    rows: [],
    ...(hasSums
      ? {
          totals: headings.map((_, at) => (sums[at] === undefined ? (at === 0 ? total : '') : format(sums[at]))),
        }
      : {}),
    isLast: true,
  };
}

const tooManyRows = () =>
  new AppError('INVALID_STATE', `A PDF has at most ${rows_at_most} rows: choose CSV or XLSX, or fewer days`);

const isNumberColumn = (rows: readonly Cell[][], index: number): boolean => {
  const cells = rows.map((row) => row[index]).filter((cell) => cell !== null && cell !== undefined);
  return cells.length > 0 && cells.every((cell) => isAmount(cell) || typeof cell === 'number');
};

function textFormat(language: Language, currency: string): (cell: Cell) => string {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  return (cell) => {
    if (cell === null) return '';
    if (isAmount(cell)) return formatAmount(minorOf(cell), currency, language);
    return typeof cell === 'number' ? numbers.format(cell) : String(cell);
  };
}
