import type { ValidationErrors } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { faultsOfMove, type MovePart } from '../inventory/check-moves.ts';

/** The well-formed part of a request to move a record's stock. */
export interface RecordMovePart extends Pick<MovePart, 'type' | 'quantity'> {
  productId?: string;
  warehouseId?: string;
  fromWarehouse?: string;
  toWarehouse?: string;
}

/** All its errors, with the field names of the inventory feature. */
export const faultsOfRecordMove = (db: Handle, part: RecordMovePart): Promise<ValidationErrors> =>
  faultsOfMove(db, {
    product_id: part.productId,
    type: part.type,
    quantity: part.quantity,
    warehouse_id: part.warehouseId,
    from_warehouse: part.fromWarehouse,
    to_warehouse: part.toWarehouse,
  });
