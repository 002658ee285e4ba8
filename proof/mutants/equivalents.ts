import { ofFeatures } from './equivalent-features.ts';
import { timesAndReads } from './equivalent-times.ts';

/** A change that no client and no reader of the data can notice. */
export interface Equivalent {
  file: string;
  /** As the proof prints it. */
  change: string;
  /** The beginning of its line. */
  line: string;
  why: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'web/src/features/stock/lists/line-rules.ts',
    change: '> -> >=',
    line: 'return difference > 0',
    why: 'Two quantities without a difference have returned before.',
  },
  {
    file: 'server/src/platform/storage/s3.ts',
    change: 'true -> false',
    line: 'await client.send(new DeleteObjectsCommand(',
    why: 'The response then lists the deleted objects, and nothing reads it.',
  },
  {
    file: 'server/src/platform/limits/delay-queries.ts',
    change: '< -> <=',
    line: 'where d.failures < ',
    why: 'The last attempt that is free sets no wait, so the next one passes by its time as well.',
  },
  {
    file: 'server/src/platform/files/scan-xml.ts',
    change: '< -> <=',
    line: 'for (let at = start + 1; at < xml.length;',
    why: 'Beyond the end of a text there is no character, so that the additional step does nothing.',
  },
  {
    file: 'server/src/platform/files/scan-xml.ts',
    change: '< -> <=',
    line: 'const detached = (piece: string)',
    why: 'Decides only whether a piece of text is copied, which saves memory.',
  },
  {
    file: 'server/src/platform/validation/body-size.ts',
    change: '< -> <=',
    line: 'for (let at = 0; at < text.length;',
    why: 'Beyond the end of a text there is no character, so that the additional step does nothing.',
  },
  {
    file: 'server/src/platform/validation/body-size.ts',
    change: '< -> <=',
    line: 'for (let at = start + 1; at < text.length;',
    why: 'Beyond the end of a text there is no character, so that the additional step does nothing.',
  },
  {
    file: 'server/src/platform/files/read-csv.ts',
    change: '> -> >=',
    line: 'if (bytesWithoutRow > recordAtMost)',
    why: 'Bytes are counted in chunks of 16 KiB, and no number of chunks has exactly 500,000.',
  },
  {
    file: 'server/src/platform/database/batch-statements.ts',
    change: '+ -> -',
    line: 'sql` + `,',
    why: 'The sum is not read: its terms only run the writes in their order.',
  },
  {
    file: 'server/src/platform/limits/delay-queries.ts',
    change: '> -> >=',
    line: 'const isOld =',
    why: 'The clock of the database has microseconds, and no attempt is made exactly a day after another.',
  },
  {
    file: 'server/src/platform/limits/delay-queries.ts',
    change: '<= -> <',
    line: 'where d.failures < ',
    why: 'The clock of the database has microseconds, and no attempt is made exactly at the time of the next one.',
  },
  {
    file: 'server/src/platform/counters/counters.ts',
    change: '> -> >=',
    line: 'if (ends_ms > now_ms && windows.size',
    why: 'A window that has just ended stays until the next one begins; a hit compares its end again.',
  },
  {
    file: 'core/src/money.ts',
    change: '< -> <=',
    line: 'export const smaller =',
    why: 'Of two equal amounts each is the smaller one.',
  },
  {
    file: 'server/src/platform/validation/validation.ts',
    change: '< -> <=',
    line: 'if (details.length < detailsAtMost)',
    why: 'The error keeps the first hundred in any case, and counts the others.',
  },
  {
    file: 'web/src/features/sales/receipt-rules.ts',
    change: '< -> <=',
    line: 'Math.abs(subtotal',
    why: 'No amount has five decimals.',
  },
  {
    file: 'web/src/features/dashboard/series.ts',
    change: '- -> +',
    line: 'const isAfter =',
    why: 'The sum and the difference of two whole numbers are both even or both odd.',
  },
  {
    file: 'web/src/lib/numerals.ts',
    change: '2 -> 3',
    line: 'size: wholes.at(-2)',
    why: 'All groups between the first and the last one are equally long.',
  },
  {
    file: 'web/src/features/sales/cash-rules.ts',
    change: '<= -> <',
    line: 'rest <= 0 ?',
    why: 'Zero is rounded to zero.',
  },
  {
    file: 'web/src/features/reports/view.ts',
    change: '> -> >=',
    line: 'const last =',
    why: 'Of two equal days each is the later one.',
  },
  {
    file: 'web/src/features/stock/movement.tsx',
    change: '> -> >=',
    line: '{quantity > 0',
    why: 'No movement has the quantity 0.',
  },
  {
    file: 'server/src/platform/files/rows-task.ts',
    change: '> -> >=',
    line: 'if (batch.length > 0) yield batch;',
    why: 'A batch without rows changes nothing.',
  },
  {
    file: 'core/src/money.ts',
    change: '> -> >=',
    line: 'export const larger =',
    why: 'Of two equal amounts each is the larger one.',
  },
  {
    file: 'server/src/platform/jobs/open-boss.ts',
    change: 'supervise: runsJobs, -> (dropped)',
    line: 'const boss = new PgBoss(',
    why: 'Every process may look after lost and old jobs; that only some do saves statements.',
  },
  {
    file: 'web/src/design/feedback/messages.tsx',
    change: '!isEmpty -> !(!isEmpty)',
    line: 'if (!isEmpty) return;',
    why: 'Chromium reports that the pointer and the focus have left what was removed; other browsers do not.',
  },
  ...ofFeatures,
  ...timesAndReads,
];
