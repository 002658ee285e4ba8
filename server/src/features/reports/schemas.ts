import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import type { Merchant } from '../../core/actor.ts';
import { periods } from '../../core/calendar.ts';
import type { DayRange } from '../../core/time-range.ts';
import { amount, day, id, oneOf } from '../../platform/validation/fields.ts';
import type { ClosedDay } from './close-days.ts';
import type { SalesReport } from './report-sales.ts';
import {
  averageOf,
  type Figures,
  grossProfitOf,
  type PeriodFigures,
  roundingOf,
  sumFigures,
  totalOf,
} from './rules.ts';

const dayOrTime = (description: string) => Type.String({ format: 'date-or-time', description });

export const salesQuery = Type.Object({
  start_date: dayOrTime('First day, YYYY-MM-DD; or a timestamp, whose day in the merchant’s time zone counts'),
  end_date: dayOrTime('Last day, included; at most 3,660 days'),
  branch_id: Type.Optional(id()),
  group_by: Type.Optional(oneOf(periods)),
});

const periodFigures = {
  total_sales: Type.Number({ description: 'What customers paid, tax included, less refunds' }),
  total_transactions: Type.Integer({ description: 'Completed sales, refunded ones too' }),
  average_transaction: Type.Number({
    description: 'total_sales / total_transactions, half up; 0 when there were none',
  }),
};

export const salesReport = Type.Object({
  start_date: day(),
  end_date: day(),
  currency: Type.String({ description: 'ISO 4217' }),
  ...periodFigures,
  gross_sales: Type.Number({ description: 'Before discounts and refunds' }),
  refunds: amount(),
  discounts: amount(),
  rounding: Type.Number({
    description: 'Cash rounding of sales less that of refunds: by_payment_method adds up to total_sales + rounding',
  }),
  tax: Type.Number({ description: 'Net of refunded tax' }),
  cost: Type.Number({ description: 'Cost of goods sold, net of restocked goods' }),
  gross_profit: Type.Number({ description: 'total_sales − tax − cost' }),
  items_sold: Type.Integer({ description: 'Net of returned goods' }),
  by_payment_method: Type.Array(
    Type.Object({
      payment_method: Type.String(),
      amount: Type.Number({ description: 'Net of refunds given back by this method' }),
      count: Type.Integer(),
    }),
  ),
  top_products: Type.Array(
    Type.Object({
      product_id: id(),
      name: Type.String(),
      sku: Type.String(),
      quantity_sold: Type.Integer(),
      revenue: amount(),
    }),
    { description: 'Ten, by revenue net of refunds, then quantity, then name' },
  ),
  series: Type.Optional(
    Type.Array(
      Type.Object({
        period: Type.String({ format: 'date', description: 'First day of the calendar’s period' }),
        ...periodFigures,
      }),
      {
        description:
          'With group_by: one row for each period that the range touches, empty ones included; weeks begin on Monday',
      },
    ),
  ),
});

/** The figures of a day, as in the report of that day and branch. */
export const closedDay = Type.Object({
  branch_id: id(),
  branch_name: Type.String(),
  day: day(),
  ...Type.Omit(salesReport, ['series']).properties,
});

const periodToWire = (figures: Figures, currency: string) => ({
  total_sales: toMajor(totalOf(figures), currency),
  total_transactions: figures.sales,
  average_transaction: toMajor(averageOf(figures), currency),
});

interface ReportToWire extends DayRange {
  currency: string;
  series: PeriodFigures[] | undefined;
}

export function salesReportToWire(
  report: SalesReport,
  { currency, series, ...range }: ReportToWire,
): Static<typeof salesReport> {
  const figures = sumFigures(report.days);
  return {
    ...range,
    currency,
    ...periodToWire(figures, currency),
    gross_sales: toMajor(figures.gross, currency),
    refunds: toMajor(figures.refunds, currency),
    discounts: toMajor(figures.discounts, currency),
    rounding: toMajor(roundingOf(figures, report.by_payment_method), currency),
    tax: toMajor(figures.tax, currency),
    cost: toMajor(figures.cost, currency),
    gross_profit: toMajor(grossProfitOf(figures), currency),
    items_sold: Number(figures.items_sold),
    by_payment_method: report.by_payment_method.map(({ method, amount, payments }) => ({
      payment_method: method,
      amount: toMajor(amount, currency),
      count: payments,
    })),
    top_products: report.top_products.map(({ quantity, revenue, ...product }) => ({
      ...product,
      quantity_sold: Number(quantity),
      revenue: toMajor(revenue, currency),
    })),
    ...(series === undefined
      ? {}
      : { series: series.map((row) => ({ period: row.period, ...periodToWire(row.figures, currency) })) }),
  };
}

export const closedDayToWire = (
  { report, ...closed }: ClosedDay,
  { currency }: Merchant,
): Static<typeof closedDay> => ({
  ...closed,
  ...salesReportToWire(report, { start_date: closed.day, end_date: closed.day, currency, series: undefined }),
});
