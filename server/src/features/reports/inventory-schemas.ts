import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { amount, id, nullable } from '../../platform/validation/fields.ts';
import type { ShortRow, StockValue } from './inventory-queries.ts';
import type { InventoryReport } from './report-inventory.ts';

export const inventoryQuery = Type.Object({
  branch_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only what lies in the warehouses of this branch' }),
  ),
});

const stockValue = { units: Type.Integer(), value_at_cost: amount(), value_at_price: amount() };

const short = Type.Object({
  product_id: id(),
  sku: Type.String(),
  name: Type.String(),
  stock: Type.Integer(),
  available: Type.Integer({ description: 'stock less what is held for parked sales' }),
  min_stock: nullable(Type.Integer()),
});

export const inventoryReport = Type.Object({
  currency: Type.String({ description: 'ISO 4217' }),
  total_products: Type.Integer({
    description: 'Products and variants, each a SKU; of a branch, those that it has a level of',
  }),
  total_units: Type.Integer(),
  value_at_cost: amount(),
  value_at_price: amount(),
  by_warehouse: Type.Array(Type.Object({ warehouse_id: id(), warehouse_name: Type.String(), ...stockValue }), {
    description: 'By name, empty ones included; 1,000 at most',
  }),
  by_category: Type.Array(
    Type.Object({
      category: nullable(Type.String({ description: 'A variant is in its product’s; null for none' })),
      ...stockValue,
    }),
    { description: 'By value, highest first; 1,000 at most' },
  ),
  low_stock_count: Type.Integer(),
  low_stock: Type.Array(short, { description: 'available ≤ min_stock, the largest shortage first; 100 at most' }),
  out_of_stock_count: Type.Integer(),
  out_of_stock: Type.Array(short, { description: 'Nothing available; 100 at most' }),
});

export function inventoryReportToWire(report: InventoryReport, currency: string): Static<typeof inventoryReport> {
  const stockValueToWire = ({ units, at_cost, at_price }: StockValue) => ({
    units: Number(units),
    value_at_cost: toMajor(at_cost, currency),
    value_at_price: toMajor(at_price, currency),
  });
  const { units: total_units, ...values } = stockValueToWire(report.totals);
  return {
    currency,
    total_products: Number(report.totals.products),
    total_units,
    ...values,
    by_warehouse: report.by_warehouse.map(({ warehouse_id, warehouse_name, ...row }) => ({
      warehouse_id,
      warehouse_name,
      ...stockValueToWire(row),
    })),
    by_category: report.by_category.map(({ category, ...row }) => ({ category, ...stockValueToWire(row) })),
    low_stock_count: Number(report.totals.low),
    low_stock: report.low_stock.map(shortToWire),
    out_of_stock_count: Number(report.totals.out),
    out_of_stock: report.out_of_stock.map(shortToWire),
  };
}

const shortToWire = (row: ShortRow): Static<typeof short> => ({
  ...row,
  stock: Number(row.stock),
  available: Number(row.available),
});
