import { currencyDigits } from '@tillhouse/core/money';
import type { Language } from '../../../core/language.ts';
import { csvLine } from '../../../platform/files/cells.ts';
import { encodeEscPos } from '../../../platform/files/encode-escpos.ts';
import {
  paperColumns as columns,
  printedLines,
  paper_width_mm as width_mm,
} from '../../../platform/files/paper-rows.ts';
import { writeEscPos } from '../../../platform/files/write-escpos.ts';
import { writePdf } from '../../../platform/files/write-pdf.ts';
import type { MethodAmount } from '../rules.ts';
import type { DrawerReport } from './drawer-report.ts';
import { layOutReport } from './report-layout.ts';

export const reportFormats = ['pdf', 'csv', 'escpos'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** A report with more lines is encoded in a thread. */
const linesAtOnce = 100;

/**
 * A report as a file: PDF of 80 mm, CSV, or commands for a receipt printer.
 * @throws AppError UNAVAILABLE if too many wait for a thread
 */
export async function writeReport(
  report: DrawerReport,
  { format, language }: { format: ReportFormat; language: Language },
): Promise<Uint8Array> {
  if (format === 'csv') return Buffer.from(toCsv(report));
  const lines = printedLines(layOutReport(report, language), columns);
  if (format === 'pdf')
    return writePdf({ title: `${report.kind.toUpperCase()} ${report.number}`, lines, columns, width_mm });
  const paper = { lines, columns, opens_drawer: false } as const;
  return lines.length > linesAtOnce ? writeEscPos(paper) : encodeEscPos(paper);
}

const csvColumns = ['section', 'name', 'count', 'net', 'tax', 'amount'];

type CsvRow = [
  section: string,
  name: string,
  count: number | null,
  net: bigint | null,
  tax: bigint | null,
  amount: bigint | null,
];

/** One row for each sum; the first column says what it is a sum of. Names of sections and methods are those of the API. */
export function toCsv(report: DrawerReport): string {
  const digits = currencyDigits(report.currency);
  const lines = rowsOf(report).map((row) => csvLine(row, digits));
  return `\ufeff${csvLine(csvColumns, digits)}${lines.join('')}`;
}

function rowsOf({ figures, expected, counted, variance, lifetime, corrected, ...report }: DrawerReport): CsvRow[] {
  const { sales, refunds, voids } = figures;
  const byMethod = (section: string, rows: readonly MethodAmount[] | null): CsvRow[] =>
    (rows ?? []).map(({ method, amount }) => [section, method, null, null, null, amount]);
  return [
    ['report', `${report.kind.toUpperCase()} ${report.number}`, null, null, null, null],
    ['register', report.register, null, null, null, null],
    ['branch', report.branch, null, null, null, null],
    ['currency', report.currency, null, null, null, null],
    ['opened_at', report.opened_at, null, null, null, null],
    [report.kind === 'z' ? 'closed_at' : 'until', report.until, null, null, null, null],
    ['sales', '', sales.count, null, null, sales.amount],
    ['refunds', '', refunds.count, null, refunds.tax, refunds.amount],
    ['voids', '', voids.count, null, null, voids.amount],
    ['discounts', '', null, null, null, figures.discounts],
    ...(figures.rounding === 0n ? [] : [['rounding', '', null, null, null, figures.rounding] satisfies CsvRow]),
    ...figures.tax_by_rate.map(
      ({ rate_ppm, net, tax }): CsvRow => ['tax_by_rate', String(rate_ppm / 10_000), null, net, tax, net + tax],
    ),
    ...figures.by_method.flatMap(({ method, ...sums }): CsvRow[] => [
      ['by_method.sales', method, null, null, null, sums.sales],
      ['by_method.refunds', method, null, null, null, sums.refunds],
      ['by_method.change', method, null, null, null, sums.change],
    ]),
    ...figures.by_cashier.map(({ name, count, amount }): CsvRow => ['by_cashier', name, count, null, null, amount]),
    ...figures.by_category.map(
      ({ name, quantity, amount }): CsvRow => ['by_category', name ?? '', Number(quantity), null, null, amount],
    ),
    ['paid_in', '', null, null, null, figures.paid_in],
    ['paid_out', '', null, null, null, figures.paid_out],
    ['no_sales', '', figures.no_sales, null, null, null],
    ...byMethod('expected', expected),
    ...byMethod('counted', counted),
    ...byMethod('variance', variance),
    ...byMethod('corrected.counted', corrected?.counted ?? null),
    ...byMethod('corrected.variance', corrected?.variance ?? null),
    ...(lifetime === null
      ? []
      : ([
          ['lifetime.sales', '', null, null, null, lifetime.sales],
          ['lifetime.refunds', '', null, null, null, lifetime.refunds],
        ] satisfies CsvRow[])),
  ];
}
