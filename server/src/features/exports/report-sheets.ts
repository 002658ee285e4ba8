import type { Handle } from '../../platform/database/handle.ts';
import type { Cell } from '../../platform/files/cells.ts';
import type { Sheet } from '../../platform/files/write-file.ts';
import { listDiscounts, listStaffFigures, listTaxes } from '../reports/ledger-queries.ts';
import { listRefunds, type RefundRow } from '../reports/refund-queries.ts';
import { rowTotalsOf } from '../reports/report-rows.ts';
import {
  listCategoryFigures,
  listHourFigures,
  listProductFigures,
  type ProductRow,
  type RowFigures,
} from '../reports/rollup-queries.ts';
import type { SheetScope } from './sheets.ts';
import type { Heading, Words } from './words-rules.ts';

/** The reports of sales as files: the rows and figures of `GET /reports/sales/…`, all of them. */

type SheetRows = Pick<Sheet, 'headings' | 'rows'>;

/** What a sheet is made of. */
export interface ReportSource {
  db: Handle;
  scope: SheetScope;
  words: Words;
  withCost: boolean;
  /** Whether customers are named. */
  withCustomers: boolean;
  timezone: string;
}

/** Each page of products reads the roll-up of the days again, so it is large. */
const productsAtOnce = 5_000;
const refundsAtOnce = 500;

/** Reads a list with a cursor to its end. */
async function* eachPage<Row>(
  limit: number,
  read: (paging: {
    page: number;
    limit: number;
    cursor?: string;
  }) => Promise<{ rows: Row[]; next_cursor: string | null }>,
): AsyncIterable<Row[]> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { rows, next_cursor } = await read({ page: 1, limit, ...(cursor === undefined ? {} : { cursor }) });
    cursor = next_cursor;
    yield rows;
  }
}

async function* map<Row>(batches: AsyncIterable<Row[]>, toCells: (row: Row) => Cell[]): AsyncIterable<Cell[][]> {
  for await (const rows of batches) yield rows.map(toCells);
}

async function* atOnce<Row>(read: () => Promise<Row[]>): AsyncIterable<Row[]> {
  yield read();
}

const figureHeadings = (words: Words, withCost: boolean): string[] => {
  const costs: Heading[] = withCost ? ['cost', 'gross_profit', 'margin'] : [];
  const names: Heading[] = ['items_sold', 'gross_sales', 'discounts', 'refunds', 'total_sales', 'tax', ...costs];
  return names.map(words.heading);
};

function figureCells(figures: RowFigures, withCost: boolean): Cell[] {
  const { total_sales, gross_profit, margin } = rowTotalsOf(figures);
  return [
    Number(figures.items_sold),
    figures.gross,
    figures.discounts,
    figures.refunds,
    total_sales,
    figures.tax,
    ...(withCost ? [figures.cost, gross_profit, margin] : []),
  ];
}

export function productFigures({ db, scope, words, withCost }: ReportSource): SheetRows {
  const { search, sort } = scope.filters;
  const range = { ...scope.range, branches: scope.branches };
  const pages = eachPage<ProductRow>(productsAtOnce, (paging) =>
    listProductFigures(db, range, { search, sort, paging }),
  );
  return {
    headings: [words.heading('product'), words.heading('sku'), ...figureHeadings(words, withCost)],
    rows: map(pages, (row) => [row.name ?? words.none('no_product'), row.sku, ...figureCells(row, withCost)]),
  };
}

export function categoryFigures({ db, scope, words, withCost }: ReportSource): SheetRows {
  const rows = atOnce(() => listCategoryFigures(db, { ...scope.range, branches: scope.branches }));
  return {
    headings: [words.heading('category'), ...figureHeadings(words, withCost)],
    rows: map(rows, (row) => [row.name ?? words.none('no_category'), ...figureCells(row, withCost)]),
  };
}

export function staffFigures({ db, scope, words, withCost }: ReportSource): SheetRows {
  const rows = atOnce(() => listStaffFigures(db, { ...scope.range, branches: scope.branches }));
  const before: Heading[] = ['cashier', 'total_transactions', 'refund_count'];
  return {
    headings: [...before.map(words.heading), ...figureHeadings(words, withCost)],
    rows: map(rows, (row) => [row.name, row.sales, row.refund_count, ...figureCells(row, withCost)]),
  };
}

export function hourFigures({ db, scope, words, withCost }: ReportSource): SheetRows {
  const rows = atOnce(() => listHourFigures(db, { ...scope.range, branches: scope.branches }));
  const before: Heading[] = ['weekday', 'hour', 'total_transactions'];
  const clock = (hour: number) => (words.language === null ? hour : `${String(hour).padStart(2, '0')}:00`);
  return {
    headings: [...before.map(words.heading), ...figureHeadings(words, withCost)],
    rows: map(rows, (row) => [
      ...[words.weekday(row.weekday), clock(row.hour), row.sales],
      ...figureCells(row, withCost),
    ]),
  };
}

export function taxes({ db, scope, words }: ReportSource): SheetRows {
  const rows = atOnce(() => listTaxes(db, { ...scope.range, branches: scope.branches }));
  const names: Heading[] = [
    ...(['tax_rate', 'net', 'tax', 'total_sales'] as const),
    ...(['sales_net', 'sales_tax', 'refunds', 'refunds_tax'] as const),
  ];
  return {
    headings: names.map(words.heading),
    rows: map(rows, ({ rate_ppm, sold, sold_tax, refunds, refunded_tax }) => [
      rate_ppm === null ? words.none('no_items') : rate_ppm / 10_000,
      sold - sold_tax - refunds + refunded_tax,
      sold_tax - refunded_tax,
      sold - refunds,
      sold - sold_tax,
      sold_tax,
      refunds,
      refunded_tax,
    ]),
  };
}

export function discounts({ db, scope, words }: ReportSource): SheetRows {
  const rows = atOnce(() => listDiscounts(db, { ...scope.range, branches: scope.branches }));
  const names: Heading[] = [
    ...(['cashier', 'discounts', 'line_discounts', 'sale_discounts'] as const),
    ...(['gross_sales', 'discounted_transactions', 'total_transactions'] as const),
  ];
  return {
    headings: names.map(words.heading),
    rows: map(rows, (row) => [
      row.name,
      row.discounts,
      row.of_lines,
      row.discounts - row.of_lines,
      row.gross,
      ...[row.discounted, row.sales],
    ]),
  };
}

export function refunds({ db, scope, words, timezone }: ReportSource): SheetRows {
  const { kind, user_id } = scope.filters;
  const range = { ...scope.range, branches: scope.branches };
  const pages = eachPage<RefundRow>(refundsAtOnce, (paging) => listRefunds(db, range, { kind, user_id }, paging));
  const names: Heading[] = [
    ...(['occurred_at', 'date', 'kind', 'transaction_code', 'cashier'] as const),
    ...(['reason', 'payment_method', 'amount', 'tax'] as const),
  ];
  return {
    headings: names.map(words.heading),
    rows: map(pages, (row) => [
      words.time(row.created_at, timezone),
      row.day,
      words.kind(row.kind),
      row.code,
      row.user_name ?? words.none('unknown'),
      row.reason,
      words.method(row.payment_method),
      row.amount,
      row.tax,
    ]),
  };
}
