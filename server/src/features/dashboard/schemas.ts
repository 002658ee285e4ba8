import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import type { AddressOf } from '../../core/pictures.ts';
import type { DayRange } from '../../core/time-range.ts';
import { amount, day, id, nullable, timestamp } from '../../platform/validation/fields.ts';
import type { Totals } from '../reports/report-sales.ts';
import type { SeriesFigures } from './comparison-queries.ts';
import { changeInPercent, daysOf, hoursOf } from './rules.ts';
import type { PeriodSummary, Summary, YesterdaySummary } from './summarise.ts';

export const summaryQuery = Type.Object({
  branch_id: Type.Optional(id()),
  start_date: Type.Optional(Type.String({ format: 'date-or-time', description: 'First day; default: today' })),
  end_date: Type.Optional(Type.String({ format: 'date-or-time', description: 'Last day, included; default: today' })),
});

const salesFigures = {
  total_sales: amount(),
  total_transactions: Type.Integer(),
  average_transaction: amount(),
  items_sold: Type.Integer(),
  gross_profit: amount(),
  refunds: amount(),
};
const figures = { ...salesFigures, new_customers: Type.Integer() };

const namesOf = <Name extends string>(fields: Record<Name, unknown>) => Object.keys(fields) as Name[];

const percent = () =>
  nullable(Type.Number({ description: 'Percent, to a tenth; null where there is nothing to compare with' }));

const changes = <Name extends string>(fields: Record<Name, unknown>) =>
  Type.Object(
    Object.fromEntries(namesOf(fields).map((name) => [name, percent()])) as Record<Name, ReturnType<typeof percent>>,
  );

const series = () =>
  Type.Array(
    Type.Object({
      period: Type.String({
        description: 'YYYY-MM-DD; for a single day the hours of the branch’s clock, YYYY-MM-DDTHH:00',
      }),
      total_sales: amount(),
      total_transactions: Type.Integer(),
    }),
  );

const comparison = Type.Object(
  {
    start_date: day(),
    end_date: day(),
    until: nullable(timestamp()),
    ...salesFigures,
    change: changes(salesFigures),
    series: series(),
  },
  {
    description:
      'The period to compare with. For a period that includes today: the same weekdays whole weeks before, with figures up to the same time of day; `until` is the present minute. For others: the previous period; `until` is null. The series is that of whole days, in the order of the period’s own',
  },
);

const yesterday = Type.Object({
  date: day(),
  total_sales: amount(),
  total_transactions: Type.Integer(),
  compared_date: day(),
  compared_sales: amount(),
  change: percent(),
});

const lowLevel = Type.Object({
  product_id: id(),
  sku: Type.String(),
  product_name: Type.String(),
  warehouse_id: id(),
  warehouse_name: Type.String(),
  branch_id: id(),
  stock: Type.Integer({ description: 'On hand' }),
  reserved: Type.Integer({ description: 'Reserved for parked sales' }),
  available: Type.Integer({ description: 'stock − reserved' }),
  min_stock: Type.Integer({ description: 'The reorder point' }),
});

export const summaryData = Type.Object({
  start_date: day(),
  end_date: day(),
  currency: Type.String({ description: 'ISO 4217' }),
  ...figures,
  previous: Type.Object(
    { start_date: day(), end_date: day(), ...figures },
    { description: 'The same figures for the same number of days before' },
  ),
  change: changes(figures),
  series: series(),
  comparison,
  yesterday: Type.Union([yesterday, Type.Null()], {
    description:
      'The day before today, compared with the same weekday a week earlier; null for other periods than today',
  }),
  top_products: Type.Array(
    Type.Object({
      product_id: id(),
      name: Type.String(),
      sku: Type.String(),
      quantity_sold: Type.Integer(),
      revenue: amount(),
      image_url: nullable(Type.String({ description: 'Of the product’s first picture' })),
    }),
  ),
  payment_methods: Type.Array(Type.Object({ payment_method: Type.String(), amount: amount(), count: Type.Integer() })),
  low_stock_count: Type.Integer({ description: 'Levels at or below their product’s min_stock' }),
  low_stock: Type.Array(lowLevel, {
    maxItems: 5,
    description: 'The most urgent of these: without available stock first, then by the part of min_stock that is left',
  }),
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

const salesToWire = (totals: Totals, currency: string) => ({
  total_sales: toMajor(totals.total_sales, currency),
  total_transactions: totals.total_transactions,
  average_transaction: toMajor(totals.average_transaction, currency),
  items_sold: Number(totals.items_sold),
  gross_profit: toMajor(totals.gross_profit, currency),
  refunds: toMajor(totals.refunds, currency),
});

const periodToWire = (period: PeriodSummary, currency: string) => ({
  start_date: period.start_date,
  end_date: period.end_date,
  ...salesToWire(period, currency),
  new_customers: period.new_customers,
});

const changesToWire = <Name extends string>(
  names: readonly Name[],
  before: Record<Name, bigint | number>,
  now: Record<Name, bigint | number>,
) =>
  Object.fromEntries(names.map((name) => [name, changeInPercent(BigInt(before[name]), BigInt(now[name]))])) as Record<
    Name,
    number | null
  >;

export function summaryToWire(
  summary: Summary,
  { currency, addressOf }: { currency: string; addressOf: AddressOf },
): Static<typeof summaryData> {
  const { now, before, compared, yesterday: last } = summary;
  return {
    ...periodToWire(now, currency),
    currency,
    previous: periodToWire(before, currency),
    change: changesToWire(namesOf(figures), before, now),
    series: seriesToWire(now, summary.series, currency),
    comparison: {
      start_date: compared.start_date,
      end_date: compared.end_date,
      until: compared.until ?? null,
      ...salesToWire(compared, currency),
      change: changesToWire(namesOf(salesFigures), compared, now),
      series: seriesToWire(compared, compared.series, currency),
    },
    yesterday: last === undefined ? null : yesterdayToWire(last, currency),
    top_products: summary.top_products.map(({ quantity, revenue, image, ...product }) => ({
      ...product,
      quantity_sold: Number(quantity),
      revenue: toMajor(revenue, currency),
      image_url: image === null ? null : addressOf(image),
    })),
    payment_methods: summary.by_payment_method.map(({ method, amount: paid, payments }) => ({
      payment_method: method,
      amount: toMajor(paid, currency),
      count: payments,
    })),
    low_stock_count: summary.low_stock_count,
    low_stock: summary.low_stock.map((row) => ({
      ...row,
      stock: Number(row.stock),
      reserved: Number(row.reserved),
      available: Number(row.available),
    })),
    recent_transactions: summary.recent.map(({ code, total, refunded_amount, ...sale }) => ({
      ...sale,
      transaction_code: code,
      total_amount: toMajor(total, currency),
      refunded_amount: toMajor(refunded_amount, currency),
    })),
  };
}

/** One row for each hour of a single day, or each day of several, also empty ones. */
function seriesToWire(range: DayRange, found: readonly SeriesFigures[], currency: string) {
  const byPart = new Map(found.map((row) => [row.part, row]));
  return partsOf(range).map(({ part, period }) => ({
    period,
    total_sales: toMajor(byPart.get(part)?.net ?? 0n, currency),
    total_transactions: byPart.get(part)?.sales ?? 0,
  }));
}

const partsOf = ({ start_date, end_date }: DayRange): { part: string; period: string }[] =>
  start_date === end_date
    ? hoursOf(start_date).map(({ hour, period }) => ({ part: String(hour), period }))
    : daysOf({ start_date, end_date }).map((period) => ({ part: period, period }));

function yesterdayToWire(
  { day: date, week_before, days }: YesterdaySummary,
  currency: string,
): Static<typeof yesterday> {
  const [is, was] = [date, week_before].map((one) => days.find(({ part }) => part === one));
  const [net, net_before] = [is?.net ?? 0n, was?.net ?? 0n];
  return {
    date,
    total_sales: toMajor(net, currency),
    total_transactions: is?.sales ?? 0,
    compared_date: week_before,
    compared_sales: toMajor(net_before, currency),
    change: changeInPercent(net_before, net),
  };
}
