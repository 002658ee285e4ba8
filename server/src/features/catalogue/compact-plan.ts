import type { OperationContext } from '../../core/actor.ts';
import { newId } from '../../core/ids.ts';
import type { Plan, Planned } from './plan-products.ts';
import type { ProductRow } from './queries.ts';

/**
 * Removes products from a plan that is never written: later inputs are checked against their SKUs and barcodes only.
 * Whole products of 50,000 rows would take tens of megabytes.
 */
export function compactPlan({ products, compacted }: Plan, rows: readonly ProductRow[]): void {
  for (const { sku, barcode } of rows) {
    compacted.set(sku, barcode);
    products.delete(sku);
  }
}

/** A new product that `compactPlan` removed. A stored one has been read again. */
export function findCompacted({ compacted }: Plan, sku: string, now: OperationContext['now']): Planned | undefined {
  const barcode = compacted.get(sku);
  if (barcode === undefined) return undefined;
  return { row: { ...blankProduct(sku, now), barcode }, is_new: true, is_changed: true, is_moved: false };
}

export const blankProduct = (sku: string, now: OperationContext['now']): ProductRow => ({
  id: newId(),
  parent_id: null,
  sku,
  name: '',
  description: '',
  category_id: null,
  category: null,
  price: 0n,
  cost: 0n,
  status: 'active',
  images: [],
  barcode: null,
  min_stock: null,
  tax_rate_ppm: null,
  track_stock: true,
  unit: null,
  stock: 0n,
  created_at: now,
  updated_at: now,
});
