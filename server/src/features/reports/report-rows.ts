import type { Minor } from '@tillhouse/core/money';
import type { RowFigures } from './rollup-queries.ts';
import { detailed_days_at_most, grossProfitOf, marginOf, totalOf } from './rules.ts';

/** The most days of each report of sales but that of hours. */
export const reportDaysAtMost: number = detailed_days_at_most;

/** What the reports compute from the figures of a row. */
export const rowTotalsOf = (
  figures: RowFigures,
): { total_sales: Minor; gross_profit: Minor; margin: number | null } => ({
  total_sales: totalOf(figures),
  gross_profit: grossProfitOf(figures),
  margin: marginOf(figures),
});
