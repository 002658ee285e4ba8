import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import type { ProductRow } from '../catalogue/queries.ts';
import { type Adjustment, adjustStock } from '../inventory/adjust-stock.ts';
import { getRecord } from './get-record.ts';

interface RecordAdjustment extends Pick<Adjustment, 'quantity' | 'type' | 'reason' | 'reference'> {
  productId: string;
  /** Default: the default warehouse of the caller's branch. */
  warehouseId?: string;
}

/**
 * Books the adjustment like `/inventory/adjustment`.
 * @returns the product with its stock in all warehouses
 * @throws as adjustStock does
 */
export async function adjustRecord(tx: Transaction, ctx: OperationContext, adjustment: RecordAdjustment): Promise<ProductRow> {
  const { productId: product_id, warehouseId: warehouse_id, ...change } = adjustment;
  await adjustStock(tx, ctx, { ...change, product_id, ...(warehouse_id === undefined ? {} : { warehouse_id }) });
  return getRecord(tx, product_id);
}
