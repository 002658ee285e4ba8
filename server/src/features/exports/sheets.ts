import type { Minor } from '@tillhouse/core/money';
import { type Actor, can } from '../../core/actor.ts';
import type { Branches } from '../../core/branches.ts';
import { nextDay, periodStart, startOfDay } from '../../core/calendar.ts';
import type { Language } from '../../core/language.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type Amount, type Cell, unsummed } from '../../platform/files/cells.ts';
import type { Sheet } from '../../platform/files/write-file.ts';
import type { PrintedSheet } from '../../platform/files/write-table-pdf.ts';
import { findBranch } from '../merchant/queries.ts';
import { addUpDays, reportDays, totalsOf } from '../reports/report-sales.ts';
import { isSold } from '../sales/rules.ts';
import { eachCustomer, eachLevel, eachProduct, eachTransaction } from './queries.ts';
import * as reports from './report-sheets.ts';
import { type Filters, needsDates, type ReportType } from './rules.ts';
import { type Heading, type Words, wordsOf } from './words-rules.ts';

export interface SheetScope {
  /** For the types that cover a period. */
  range: DayRange;
  branches: Branches;
  /** The branch that was named, for the title. */
  branch_name: string | undefined;
  /** The language of headings and words; `null`: the names of the API. */
  language: Language | null;
  filters: Filters;
}

/** The sheet of each report type: its columns, the source of its rows, and what a printed page says above them. */
export function sheetOf(type: ReportType, db: Handle, actor: Actor, scope: SheetScope): PrintedSheet {
  const words = wordsOf(scope.language);
  const { range, branch_name } = scope;
  const days = range.start_date === range.end_date ? range.end_date : `${range.start_date} – ${range.end_date}`;
  return {
    ...rowsOf(type, db, actor, { scope, words }),
    name: words.language === null ? sheetName(type) : words.title(type),
    print: {
      title: words.title(type),
      subtitle: [actor.merchant.name, branch_name, needsDates(type) ? days : range.end_date, actor.merchant.currency]
        .filter((part) => part !== undefined)
        .join(' · '),
      ...wordsOf(scope.language ?? 'en').print,
      language: scope.language ?? 'en',
    },
  };
}

/** The name of the branch that a request names, if any. */
export const nameOfBranch = async (db: Handle, branch_id: string | null): Promise<string | undefined> =>
  branch_id === null ? undefined : (await findBranch(db, branch_id))?.name;

const sheetName = (type: ReportType): string => `${type[0]?.toUpperCase()}${type.slice(1)}`.replaceAll('_', ' ');

type SheetRows = Pick<Sheet, 'headings' | 'rows'>;
type Source = { scope: SheetScope; words: Words };

function rowsOf(type: ReportType, db: Handle, actor: Actor, { scope, words }: Source): SheetRows {
  const { merchant } = actor;
  const withCost = can(actor, 'costs:read');
  const withCustomers = can(actor, 'customers:read');
  const source = { db, scope, words, withCost, withCustomers, timezone: merchant.timezone };
  switch (type) {
    case 'sales':
      return salesSheet(source);
    case 'transactions':
      return transactionsSheet(source);
    case 'products':
      return productsSheet(source);
    case 'inventory':
      return inventorySheet(source);
    case 'customers':
      return customersSheet(source);
    case 'sales_by_product':
      return reports.productFigures(source);
    case 'sales_by_category':
      return reports.categoryFigures(source);
    case 'sales_by_staff':
      return reports.staffFigures(source);
    case 'sales_by_hour':
      return reports.hourFigures(source);
    case 'sales_tax':
      return reports.taxes(source);
    case 'sales_discounts':
      return reports.discounts(source);
    case 'sales_refunds':
      return reports.refunds(source);
  }
}

const headingsOf = (words: Words, names: readonly Heading[]): string[] => names.map(words.heading);

async function* map<Row>(batches: AsyncIterable<Row[]>, toCells: (row: Row) => Cell[]): AsyncIterable<Cell[][]> {
  for await (const rows of batches) yield rows.map(toCells);
}

/** One row for each day, week or month with sales or refunds. */
function salesSheet({ db, withCost, words, scope: { range, branches, filters } }: reports.ReportSource): SheetRows {
  async function* rows(): AsyncIterable<Cell[][]> {
    const listed = await reportDays(db, { ...range, branches });
    const periods = Map.groupBy(listed, ({ day }) => periodStart(day, filters.group_by ?? 'day'));
    yield Array.from(periods, ([first_day, days]) => {
      const figures = addUpDays(days);
      const totals = totalsOf([figures]);
      return [
        first_day,
        totals.total_transactions,
        Number(totals.items_sold),
        figures.gross,
        figures.discounts,
        figures.refunds,
        totals.total_sales,
        figures.tax,
        ...(withCost ? [figures.cost, totals.gross_profit] : []),
      ];
    });
  }
  const headings: Heading[] = [
    'date',
    'total_transactions',
    'items_sold',
    'gross_sales',
    'discounts',
    'refunds',
    'total_sales',
    'tax',
    ...(withCost ? (['cost', 'gross_profit'] as const) : []),
  ];
  return { headings: headingsOf(words, headings), rows: rows() };
}

function transactionsSheet(source: reports.ReportSource): SheetRows {
  const { db, timezone, words, withCustomers } = source;
  const { range, branches } = source.scope;
  const scope = {
    from: startOfDay(range.start_date, timezone),
    before: startOfDay(nextDay(range.end_date), timezone),
    branches,
  };
  return {
    headings: headingsOf(words, [
      'transaction_code',
      'occurred_at',
      'status',
      'branch',
      'cashier',
      'customer',
      'payment_method',
      'subtotal',
      'discount',
      'tax',
      'total_amount',
      'refunded_amount',
      'item_count',
      'note',
      'rounding',
    ]),
    rows: map(eachTransaction(db, scope), (sale) => {
      const amount = (minor: Minor): Amount => (isSold(sale) ? minor : unsummed(minor));
      return [
        sale.code,
        words.time(sale.occurred_at, timezone),
        sale.status,
        sale.branch,
        sale.cashier,
        withCustomers ? sale.customer : null,
        words.method(sale.payment_method),
        ...[sale.subtotal, sale.discount, sale.tax, sale.total, sale.refunded_amount].map(amount),
        sale.item_count,
        sale.note,
        amount(sale.rounding),
      ];
    }),
  };
}

function productsSheet({ db, withCost, words }: reports.ReportSource): SheetRows {
  const cost = withCost ? (['cost'] as const) : [];
  return {
    headings: headingsOf(words, [
      'sku',
      'name',
      'parent_sku',
      'description',
      'category',
      'price',
      ...cost,
      'stock',
      'status',
      'barcode',
      'min_stock',
      'tax_rate',
      'unit',
      'track_stock',
    ]),
    rows: map(eachProduct(db), (product) => [
      product.sku,
      product.name,
      product.parent_sku,
      product.description,
      product.category,
      unsummed(product.price),
      ...(withCost ? [unsummed(product.cost)] : []),
      Number(product.stock),
      product.status,
      product.barcode,
      product.min_stock,
      product.tax_rate_ppm === null ? null : product.tax_rate_ppm / 10_000,
      product.unit,
      product.track_stock,
    ]),
  };
}

function inventorySheet({ db, withCost, words, scope: { branches } }: reports.ReportSource): SheetRows {
  const cost = withCost ? (['value_at_cost'] as const) : [];
  return {
    headings: headingsOf(words, [
      'sku',
      'name',
      'warehouse',
      'branch',
      'stock',
      'reserved',
      'available',
      'min_stock',
      ...cost,
      'value_at_price',
    ]),
    rows: map(eachLevel(db, branches), (level) => [
      level.sku,
      level.name,
      level.warehouse,
      level.branch,
      level.on_hand,
      level.reserved,
      level.on_hand - level.reserved,
      level.min_stock,
      ...(withCost ? [level.cost * BigInt(level.on_hand)] : []),
      level.price * BigInt(level.on_hand),
    ]),
  };
}

const customersSheet = ({ db, words, timezone }: reports.ReportSource): SheetRows => ({
  headings: headingsOf(words, ['name', 'email', 'phone', 'address', 'points', 'lifetime_value', 'created_at']),
  rows: map(eachCustomer(db), (customer) => [
    customer.name,
    customer.email,
    customer.phone,
    customer.address,
    Number(customer.points),
    customer.lifetime_value,
    words.time(customer.created_at, timezone),
  ]),
});
