import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { amount, day, id, nullable, timestamp } from '../../platform/validation/fields.ts';
import { changeInPercent, daysOf, hoursOf } from './rules.ts';
import type { PeriodSummary, Summary } from './summarise.ts';

export const summaryQuery = Type.Object({
  branch_id: Type.Optional(id()),
  start_date: Type.Optional(Type.String({ format: 'date-or-time', description: 'First day; default: today' })),
  end_date: Type.Optional(Type.String({ format: 'date-or-time', description: 'Last day, included; default: today' })),
});

const figures = {
  total_sales: amount(),
  total_transactions: Type.Integer(),
  average_transaction: amount(),
  items_sold: Type.Integer(),
  gross_profit: amount(),
  refunds: amount(),
  new_customers: Type.Integer(),
};

type FigureName = keyof typeof figures;
const figureNames = Object.keys(figures) as FigureName[];

const percent = () =>
  nullable(Type.Number({ description: 'Percent, to a tenth; null where there is nothing to compare with' }));

export const summaryData = Type.Object({
  start_date: day(),
  end_date: day(),
  currency: Type.String({ description: 'ISO 4217' }),
  ...figures,
  previous: Type.Object(
    { start_date: day(), end_date: day(), ...figures },
    { description: 'The same figures for the same number of days before' },
  ),
  change: Type.Object(
    Object.fromEntries(figureNames.map((name) => [name, percent()])) as Record<FigureName, ReturnType<typeof percent>>,
  ),
  series: Type.Array(
    Type.Object({
      period: Type.String({
        description: 'YYYY-MM-DD; for a single day the hours of the branch’s clock, YYYY-MM-DDTHH:00',
      }),
      total_sales: amount(),
      total_transactions: Type.Integer(),
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
  ),
  payment_methods: Type.Array(Type.Object({ payment_method: Type.String(), amount: amount(), count: Type.Integer() })),
  low_stock_count: Type.Integer({ description: 'Levels at or below their product’s min_stock' }),
  recent_transactions: Type.Array(
    Type.Object({
      id: id(),
      transaction_code: Type.String(),
      total_amount: amount(),
      refunded_amount: amount(),
      status: Type.String(),
      payment_method: nullable(Type.String()),
      branch_id: id(),
      customer_id: nullable(id()),
      occurred_at: timestamp(),
      created_at: timestamp(),
    }),
  ),
});

const periodToWire = (period: PeriodSummary, currency: string) => ({
  start_date: period.start_date,
  end_date: period.end_date,
  total_sales: toMajor(period.total_sales, currency),
  total_transactions: period.total_transactions,
  average_transaction: toMajor(period.average_transaction, currency),
  items_sold: Number(period.items_sold),
  gross_profit: toMajor(period.gross_profit, currency),
  refunds: toMajor(period.refunds, currency),
  new_customers: period.new_customers,
});

export function summaryToWire(summary: Summary, currency: string): Static<typeof summaryData> {
  const { now, before } = summary;
  return {
    ...periodToWire(now, currency),
    currency,
    previous: periodToWire(before, currency),
    change: Object.fromEntries(
      figureNames.map((name) => [name, changeInPercent(BigInt(before[name]), BigInt(now[name]))]),
    ) as Record<FigureName, number | null>,
    series: seriesToWire(summary, currency),
    top_products: summary.top_products.map(({ quantity, revenue, ...product }) => ({
      ...product,
      quantity_sold: Number(quantity),
      revenue: toMajor(revenue, currency),
    })),
    payment_methods: summary.by_payment_method.map(({ method, amount: paid, payments }) => ({
      payment_method: method,
      amount: toMajor(paid, currency),
      count: payments,
    })),
    low_stock_count: summary.low_stock_count,
    recent_transactions: summary.recent.map(({ code, total, refunded_amount, ...sale }) => ({
      ...sale,
      transaction_code: code,
      total_amount: toMajor(total, currency),
      refunded_amount: toMajor(refunded_amount, currency),
    })),
  };
}

/** One row for each hour of a single day, or each day of several, also empty ones. */
function seriesToWire({ now, days, hours }: Summary, currency: string) {
  if (hours !== undefined) {
    const byHour = new Map(hours.map((figure) => [figure.hour, figure]));
    return hoursOf(now.start_date).map(({ hour, period }) => ({
      period,
      total_sales: toMajor(byHour.get(hour)?.net ?? 0n, currency),
      total_transactions: byHour.get(hour)?.sales ?? 0,
    }));
  }
  const byDay = new Map(days.map((figure) => [figure.day, figure]));
  return daysOf(now).map((period) => {
    const dayFigures = byDay.get(period);
    return {
      period,
      total_sales: toMajor(
        dayFigures === undefined ? 0n : dayFigures.gross - dayFigures.discounts - dayFigures.refunds,
        currency,
      ),
      total_transactions: dayFigures?.sales ?? 0,
    };
  });
}
