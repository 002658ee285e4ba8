import { type Static, Type } from 'typebox';
import type { DayRange } from '../../core/time-range.ts';
import { pagingQuery } from '../../platform/http/paging.ts';
import { day, freeText, id, nullable } from '../../platform/validation/fields.ts';
import { figuresToWire, rowFigures, totalTransactions } from './figures-schemas.ts';
import type { CategoryRow, HourFigures, ProductRow } from './rollup-queries.ts';
import { detailed_days_at_most } from './rules.ts';
import { salesQuery } from './schemas.ts';

const { start_date, branch_id } = salesQuery.properties;

/** The days of a report that reads its hours, as the sales report. */
export const hoursQuery = Type.Omit(salesQuery, ['group_by']);

/** The days of a report that reads more than its hours. */
export const detailedQuery = Type.Object({
  start_date,
  end_date: Type.String({
    format: 'date-or-time',
    description: `Last day, included; at most ${detailed_days_at_most} days`,
  }),
  branch_id,
});

export const productsQuery = Type.Object({
  ...detailedQuery.properties,
  search: Type.Optional(freeText(200)),
  sort: Type.Optional({
    ...freeText(200),
    description: 'revenue, quantity, name, gross_profit, margin; a minus for descending. Default: -revenue',
  }),
  ...pagingQuery,
});

const withoutProduct = 'custom items, and refunds of an amount without items';

export const productRow = Type.Object({
  product_id: { ...nullable(id()), description: `null for what belongs to no product: ${withoutProduct}` },
  name: { ...nullable(Type.String()), description: 'Of a variant, with that of its product' },
  sku: nullable(Type.String()),
  ...rowFigures,
});

export const productRowToWire = (
  { product_id, name, sku, ...figures }: ProductRow,
  currency: string,
): Static<typeof productRow> => ({ product_id, name, sku, ...figuresToWire(figures, currency) });

/** A whole report: its days and its rows. */
export const reportOf = <Row extends Parameters<typeof Type.Array>[0]>(row: Row) =>
  Type.Object({
    start_date: day(),
    end_date: day(),
    currency: Type.String({ description: 'ISO 4217' }),
    rows: Type.Array(row),
  });

export const reportToWire = <Row, Wire>(
  rows: readonly Row[],
  { start_date, end_date, currency }: DayRange & { currency: string },
  toWire: (row: Row, currency: string) => Wire,
) => ({ start_date, end_date, currency, rows: rows.map((row) => toWire(row, currency)) });

export const categoryRow = Type.Object({
  category_id: { ...nullable(id()), description: `null for products without a category, ${withoutProduct}` },
  name: nullable(Type.String()),
  ...rowFigures,
});

export const categoryRowToWire = (
  { category_id, name, ...figures }: CategoryRow,
  currency: string,
): Static<typeof categoryRow> => ({ category_id, name, ...figuresToWire(figures, currency) });

export const hourRow = Type.Object({
  weekday: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday, 7 is Sunday, on the branch’s calendar' }),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'On the branch’s clock' }),
  total_transactions: totalTransactions,
  ...rowFigures,
});

export const hourRowToWire = (
  { weekday, hour, sales, ...figures }: HourFigures,
  currency: string,
): Static<typeof hourRow> => ({ weekday, hour, total_transactions: sales, ...figuresToWire(figures, currency) });
