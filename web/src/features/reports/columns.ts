import type { TextName } from '../../language/en-audit.ts';
import type { I18n } from '../../language/i18n.tsx';
import type { Permission } from '../../session/permissions.ts';

/** A column of a report. */
export interface Column<Row> {
  name: string & keyof Row;
  title: TextName;
  kind: 'money' | 'count' | 'percent';
  isCost?: boolean;
  /** A sum would mean nothing. */
  isRatio?: boolean;
  /** Left out where not all columns have room. */
  isDetail?: boolean;
}

/** The figures that most reports have, each after those that it is computed from. */
interface Figures {
  items_sold: number;
  gross_sales: number;
  discounts: number;
  refunds: number;
  total_sales: number;
  tax: number;
  cost: number;
  gross_profit: number;
  margin: number | null;
}

export const figureColumns: readonly Column<Figures>[] = [
  { name: 'items_sold', title: 'reports.items', kind: 'count' },
  { name: 'gross_sales', title: 'reports.gross', kind: 'money' },
  { name: 'discounts', title: 'reports.discounts', kind: 'money', isDetail: true },
  { name: 'refunds', title: 'reports.refunds', kind: 'money', isDetail: true },
  { name: 'total_sales', title: 'reports.total', kind: 'money' },
  { name: 'tax', title: 'reports.tax', kind: 'money', isDetail: true },
  { name: 'cost', title: 'reports.cost', kind: 'money', isCost: true, isDetail: true },
  { name: 'gross_profit', title: 'reports.profit', kind: 'money', isCost: true },
  { name: 'margin', title: 'reports.margin', kind: 'percent', isCost: true, isRatio: true },
];

export const staffColumns: readonly Column<Figures & { total_transactions: number }>[] = [
  { name: 'total_transactions', title: 'reports.transactions', kind: 'count' },
  ...figureColumns,
];

export const taxColumns: readonly Column<Record<'net' | 'tax' | 'total_sales' | 'refunds', number>>[] = [
  { name: 'net', title: 'reports.net', kind: 'money' },
  { name: 'tax', title: 'reports.taxAmount', kind: 'money' },
  { name: 'total_sales', title: 'reports.total', kind: 'money' },
  { name: 'refunds', title: 'reports.refundsIncluded', kind: 'money' },
];

export const discountColumns: readonly Column<
  Record<
    | 'discounts'
    | 'line_discounts'
    | 'sale_discounts'
    | 'gross_sales'
    | 'discounted_transactions'
    | 'total_transactions',
    number
  >
>[] = [
  { name: 'discounts', title: 'reports.discounts', kind: 'money' },
  { name: 'line_discounts', title: 'reports.lineDiscounts', kind: 'money' },
  { name: 'sale_discounts', title: 'reports.saleDiscounts', kind: 'money' },
  { name: 'gross_sales', title: 'reports.gross', kind: 'money' },
  { name: 'discounted_transactions', title: 'reports.discounted', kind: 'count' },
  { name: 'total_transactions', title: 'reports.transactions', kind: 'count' },
];

/** The columns that the user may see. */
export const columnsFor = <Row>(
  columns: readonly Column<Row>[],
  may: (what: Permission) => boolean,
): readonly Column<Row>[] => columns.filter(({ isCost }) => isCost !== true || may('costs:read'));

/** How a table of these columns fits into less room. @param texts number of columns before them */
export function narrowOf(columns: readonly Column<never>[], texts: number): { main: number; details: number[] } {
  const total = columns.findIndex(({ name }) => name === 'total_sales');
  return {
    main: texts + Math.max(0, total),
    details: columns.flatMap(({ isDetail }, at) => (isDetail === true ? [texts + at] : [])),
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

const sortedColumns: Partial<Record<string, keyof Figures>> = {
  '-quantity': 'items_sold',
  '-gross_profit': 'gross_profit',
  '-margin': 'margin',
};

/** The column that orders the list of products, or the sales. */
export const chartedColumn = <Row>(
  columns: readonly Column<Row>[],
  sort: string | undefined,
): Column<Row> | undefined => columns.find(({ name }) => name === (sortedColumns[sort ?? ''] ?? 'total_sales'));

/** The number of a cell, or nothing. */
export function cellOf<Row>(row: Row, { name }: Column<Row>): number | null {
  const value: unknown = row[name];
  return isNumber(value) ? value : null;
}

/** The value as it is shown. */
export function textOf<Row>(
  row: Row,
  column: Column<Row>,
  { money, number, share }: Pick<I18n, 'money' | 'number' | 'share'>,
  currency: string,
): string {
  const value = cellOf(row, column);
  if (!isNumber(value)) return '–';
  if (column.kind === 'money') return money(value, currency);
  return column.kind === 'count' ? number(value) : share(value);
}

/** The sums of the columns, without those whose sum would mean nothing. Amounts have at most four decimals. */
export function totalsOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): (number | undefined)[] {
  return columns.map((column) =>
    column.isRatio === true
      ? undefined
      : Math.round(rows.reduce((sum, row) => sum + Number(cellOf(row, column)), 0) * 10_000) / 10_000,
  );
}
