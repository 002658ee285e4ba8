import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { type Transfer, transferStock } from '../inventory/transfer-stock.ts';

interface RecordTransfer extends Pick<Transfer, 'quantity' | 'reason' | 'reference'> {
  productId: string;
  fromWarehouse: string;
  toWarehouse: string;
}

/** Transfers stock like `/inventory/transfer`. @throws as transferStock does */
export async function transferRecord(tx: Transaction, ctx: OperationContext, transfer: RecordTransfer): Promise<void> {
  const { productId, fromWarehouse, toWarehouse, ...rest } = transfer;
  await transferStock(tx, ctx, { ...rest, product_id: productId, from_warehouse: fromWarehouse, to_warehouse: toWarehouse });
}
