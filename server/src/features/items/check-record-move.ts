import type { ValidationErrors } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { faultsOfMove, type MovePart } from '../inventory/check-moves.ts';

/** What is sound of a request to move a record's stock. */
export interface RecordMovePart extends Pick<MovePart, 'type' | 'quantity'> {
  productId?: string;
  warehouseId?: string;
  fromWarehouse?: string;
  toWarehouse?: string;
}

/** All that is wrong with it, by the names that stock is moved by. */
export const faultsOfRecordMove = (db: Handle, part: RecordMovePart): Promise<ValidationErrors> =>
  faultsOfMove(db, {
    product_id: part.productId,
    type: part.type,
    quantity: part.quantity,
    warehouse_id: part.warehouseId,
    from_warehouse: part.fromWarehouse,
    to_warehouse: part.toWarehouse,
  });
