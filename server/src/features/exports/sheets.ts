import { type Actor, can, type Merchant } from '../../core/actor.ts';
import type { Branches } from '../../core/branches.ts';
import { nextDay, startOfDay } from '../../core/calendar.ts';
import type { DayRange } from '../../core/time-range.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { type Cell, money } from '../../platform/files/cells.ts';
import type { Sheet } from '../../platform/files/write-file.ts';
import { reportDays, totalsOf } from '../reports/report-sales.ts';
import { eachCustomer, eachLevel, eachProduct, eachTransaction } from './queries.ts';
import type { ReportType } from './rules.ts';

export interface SheetScope {
  /** For the types that cover a period. */
  range: DayRange;
  branches: Branches;
}

/** The sheet of each report type: its columns, and the source of its rows. */
export function sheetOf(type: ReportType, db: Handle, actor: Actor, scope: SheetScope): Sheet {
  const { merchant } = actor;
  switch (type) {
    case 'sales':
      return salesSheet(db, can(actor, 'costs:read'), scope);
    case 'transactions':
      return transactionsSheet(db, merchant, scope);
    case 'products':
      return productsSheet(db, can(actor, 'costs:read'));
    case 'inventory':
      return inventorySheet(db, can(actor, 'costs:read'), scope.branches);
    case 'customers':
      return customersSheet(db);
  }
}

async function* map<Row>(batches: AsyncIterable<Row[]>, toCells: (row: Row) => Cell[]): AsyncIterable<Cell[][]> {
  for await (const rows of batches) yield rows.map(toCells);
}

/** One row for each day with sales or refunds. */
function salesSheet(db: Handle, withCost: boolean, { range, branches }: SheetScope): Sheet {
  async function* rows(): AsyncIterable<Cell[][]> {
    const days = await reportDays(db, { ...range, branches });
    yield days.map((day) => {
      const totals = totalsOf([day]);
      return [
        day.day,
        totals.total_transactions,
        Number(totals.items_sold),
        money(day.gross),
        money(day.discounts),
        money(day.refunds),
        money(totals.total_sales),
        money(day.tax),
        ...(withCost ? [money(day.cost), money(totals.gross_profit)] : []),
      ];
    });
  }
  const headings = [
    'date',
    'total_transactions',
    'items_sold',
    'gross_sales',
    'discounts',
    'refunds',
    'total_sales',
    'tax',
    ...(withCost ? ['cost', 'gross_profit'] : []),
  ];
  return { name: 'Sales', headings, rows: rows() };
}

function transactionsSheet(db: Handle, { timezone }: Merchant, { range, branches }: SheetScope): Sheet {
  const scope = {
    from: startOfDay(range.start_date, timezone),
    before: startOfDay(nextDay(range.end_date), timezone),
    branches,
  };
  return {
    name: 'Transactions',
    headings: [
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
    ],
    rows: map(eachTransaction(db, scope), (sale) => [
      sale.code,
      sale.occurred_at,
      sale.status,
      sale.branch,
      sale.cashier,
      sale.customer,
      sale.payment_method,
      money(sale.subtotal),
      money(sale.discount),
      money(sale.tax),
      money(sale.total),
      money(sale.refunded_amount),
      sale.item_count,
      sale.note,
      money(sale.rounding),
    ]),
  };
}

function productsSheet(db: Handle, withCost: boolean): Sheet {
  const cost = withCost ? ['cost'] : [];
  return {
    name: 'Products',
    headings: [
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
    ],
    rows: map(eachProduct(db), (product) => [
      product.sku,
      product.name,
      product.parent_sku,
      product.description,
      product.category,
      money(product.price),
      ...(withCost ? [money(product.cost)] : []),
      product.stock,
      product.status,
      product.barcode,
      product.min_stock,
      product.tax_rate_ppm === null ? null : product.tax_rate_ppm / 10_000,
      product.unit,
    ]),
  };
}

function inventorySheet(db: Handle, withCost: boolean, branches: Branches): Sheet {
  const cost = withCost ? ['value_at_cost'] : [];
  return {
    name: 'Inventory',
    headings: [
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
    ],
    rows: map(eachLevel(db, branches), (level) => [
      level.sku,
      level.name,
      level.warehouse,
      level.branch,
      level.on_hand,
      level.reserved,
      level.on_hand - level.reserved,
      level.min_stock,
      ...(withCost ? [money(level.cost * BigInt(level.on_hand))] : []),
      money(level.price * BigInt(level.on_hand)),
    ]),
  };
}

const customersSheet = (db: Handle): Sheet => ({
  name: 'Customers',
  headings: ['name', 'email', 'phone', 'address', 'points', 'lifetime_value', 'created_at'],
  rows: map(eachCustomer(db), (customer) => [
    customer.name,
    customer.email,
    customer.phone,
    customer.address,
    Number(customer.points),
    money(customer.lifetime_value),
    customer.created_at,
  ]),
});
