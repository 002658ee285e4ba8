import { currencyDigits } from '@tillhouse/core/money';
import type { Timestamp } from '../../core/clock.ts';
import type { Language } from '../../core/language.ts';
import { csvLine, money } from '../../platform/files/cells.ts';
import { encodeWindows1252 } from '../../platform/files/encode-windows1252.ts';
import { toDatev } from './datev-rules.ts';
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

/**
 * The postings of a closing as a file.
 * @throws AppError VALIDATION_ERROR naming the settings that a file for DATEV lacks
 */
export function writePostings(
  closure: ClosurePostings,
  { format, language, now }: { format: PostingFormat; language: Language; now: Timestamp },
): PostingFile {
  const { business_day, number } = closure;
  if (format === 'csv') {
    const name = `postings-${business_day}-${number}.csv`;
    return { bytes: Buffer.from(toCsv(closure, language)), name, type: 'text/csv; charset=utf-8' };
  }
  const rows = closure.postings.map((posting) => ({ posting, text: textOf(posting, language) }));
  const bytes = encodeWindows1252(toDatev({ ...closure, rows }, now));
  return { bytes, name: `EXTF_Buchungsstapel-${business_day}-${number}.csv`, type: 'text/csv; charset=windows-1252' };
}

const csvColumns = [
  ...['date', 'document', 'register', 'posting', 'account', 'debit', 'credit', 'currency'],
  ...['kind', 'method', 'tax_rate', 'category', 'text'],
];

/** Two rows for each posting: its debit and its credit, so that both columns have the same sum. */
function toCsv({ business_day, number, register, currency, postings }: ClosurePostings, language: Language): string {
  const digits = currencyDigits(currency);
  const rows = postings.flatMap((posting, index) => {
    const { debit, credit, kind, method, rate_ppm, category } = posting;
    const amount = money(posting.amount);
    const of = [kind, method, rate_ppm === null ? null : percentOf(rate_ppm), category, textOf(posting, language)];
    const head = [business_day, number, register.name, index + 1];
    return [
      csvLine([...head, debit.account, amount, null, currency, ...of], digits),
      csvLine([...head, credit.account, null, amount, currency, ...of], digits),
    ];
  });
  return `\ufeff${csvLine(csvColumns, digits)}${rows.join('')}`;
}
