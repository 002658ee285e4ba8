import { currencyDigits } from '@tillhouse/core/money';
import type { Timestamp } from '../../core/clock.ts';
import { pauseWhenDue } from '../../core/concurrency/pause.ts';
import type { Language } from '../../core/language.ts';
import { csvLine } from '../../platform/files/cells.ts';
import { encodeWindows1252 } from '../../platform/files/encode-windows1252.ts';
import { openDatev } from './datev-rules.ts';
import type { Posting } from './posting-rules.ts';
import { textOf } from './posting-words-rules.ts';
import type { ClosurePostings } from './read-postings.ts';
import { percentOf } from './rules.ts';

export const postingFormats = ['csv', 'datev'] as const;
export type PostingFormat = (typeof postingFormats)[number];

export interface PostingFile {
  bytes: Uint8Array;
  name: string;
  type: string;
}

interface FileOptions {
  format: PostingFormat;
  language: Language;
  now: Timestamp;
}

/**
 * The postings of a closing as a file. Lets other work run while it writes.
 * @throws AppError VALIDATION_ERROR naming the settings that a file for DATEV lacks
 */
export async function writePostings(closure: ClosurePostings, options: FileOptions): Promise<PostingFile> {
  const { business_day, number } = closure;
  const { heading, lines, encode, ...file } =
    options.format === 'csv' ? csvOf(closure, options) : datevOf(closure, options);
  const parts = [encode(heading)];
  const pause = pauseWhenDue();
  for (const line of lines) {
    parts.push(encode(line));
    await pause();
  }
  return { bytes: Buffer.concat(parts), name: `${file.prefix}-${business_day}-${number}.csv`, type: file.type };
}

const csvColumns = [
  ...['date', 'document', 'register', 'posting', 'account', 'debit', 'credit', 'currency'],
  ...['kind', 'method', 'tax_rate', 'category', 'text'],
];

/** Two rows for each posting: its debit and its credit, so that both columns have the same sum. */
function csvOf({ business_day, number, register, currency, postings }: ClosurePostings, { language }: FileOptions) {
  const digits = currencyDigits(currency);
  const rowsOf = (posting: Posting, index: number): string => {
    const { debit, credit, kind, method, rate_ppm, category, amount } = posting;
    const of = [kind, method, rate_ppm === null ? null : percentOf(rate_ppm), category, textOf(posting, language)];
    const head = [business_day, number, register.name, index + 1];
    const debited = csvLine([...head, debit.account, amount, null, currency, ...of], digits);
    return `${debited}${csvLine([...head, credit.account, null, amount, currency, ...of], digits)}`;
  };
  return {
    heading: `\ufeff${csvLine(csvColumns, digits)}`,
    lines: postings.values().map(rowsOf),
    encode: (text: string): Uint8Array => Buffer.from(text),
    prefix: 'postings',
    type: 'text/csv; charset=utf-8',
  };
}

function datevOf(closure: ClosurePostings, { language, now }: FileOptions) {
  const rows = closure.postings.map((posting) => ({ posting, text: textOf(posting, language) }));
  const { heading, lineOf } = openDatev({ ...closure, rows }, now);
  return {
    heading,
    lines: rows.values().map(lineOf),
    encode: encodeWindows1252,
    prefix: 'EXTF_Buchungsstapel',
    type: 'text/csv; charset=windows-1252',
  };
}
