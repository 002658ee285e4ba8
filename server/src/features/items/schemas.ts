import { toMajor } from '@tillhouse/core/money';
import { type Static, Type } from 'typebox';
import { page } from '../../platform/http/envelope.ts';
import { metaOf, paged } from '../../platform/http/paging.ts';
import { amount, id, nullable, oneOf, timestamp } from '../../platform/validation/fields.ts';
import type { ProductRow } from '../catalogue/queries.ts';
import type { listInventory } from './list-inventory.ts';

export const statuses = ['active', 'inactive'] as const;

/** A product or variant in the client layer's spelling. */
export const record = Type.Object({
  id: id(),
  name: Type.String(),
  sku: Type.String(),
  price: amount(),
  stock: Type.Integer({ description: 'On hand in all warehouses together' }),
  minStock: nullable(Type.Integer()),
  category: nullable(Type.String()),
  status: oneOf(statuses),
  createdAt: timestamp(),
  updatedAt: timestamp(),
});

export const toRecord = (row: ProductRow, currency: string): Static<typeof record> => ({
  id: row.id,
  name: row.name,
  sku: row.sku,
  price: toMajor(row.price, currency),
  stock: Number(row.stock),
  minStock: row.min_stock,
  category: row.category,
  status: row.status,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** A single record is not in an envelope; `success` is one of its fields. */
export const bareRecord = Type.Object({ success: Type.Literal(true), ...record.properties });

export const toBareRecord = (row: ProductRow, currency: string): Static<typeof bareRecord> => ({
  success: true,
  ...toRecord(row, currency),
});

export const nothing = Type.Null({ description: 'No body' });

/** A level, with the same field names as in the inventory feature. */
const level = Type.Object({
  product_id: id(),
  sku: Type.String(),
  product_name: Type.String(),
  warehouse_id: id(),
  warehouse_name: Type.String(),
  branch_id: id(),
  stock: Type.Integer({ description: 'On hand' }),
  reserved: Type.Integer({ description: 'Reserved for parked sales' }),
  available: Type.Integer({ description: 'stock − reserved' }),
  min_stock: nullable(Type.Integer()),
  low_stock: Type.Boolean({ description: 'available ≤ min_stock' }),
});

const recordsPage = Type.Object({
  success: Type.Literal(true),
  data: Type.Array(record),
  meta: Type.Object({
    page: Type.Integer(),
    limit: Type.Integer(),
    total: Type.Integer(),
    totalPages: Type.Integer(),
    nextCursor: nullable(Type.String({ description: 'The `cursor` of the next page; null on the last' })),
  }),
});

export const inventoryPage = Type.Union([page(level), recordsPage]);

export function toInventoryPage(
  found: Awaited<ReturnType<typeof listInventory>>,
  currency: string,
): Static<typeof inventoryPage> {
  if (found.view === 'levels') return paged(found.levels, found.paging, (row) => row);
  const { total_pages, next_cursor, ...meta } = metaOf(found.records, found.paging);
  return {
    success: true,
    data: found.records.rows.map((row) => toRecord(row, currency)),
    meta: { ...meta, totalPages: total_pages, nextCursor: next_cursor },
  };
}
