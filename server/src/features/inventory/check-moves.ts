import { ValidationErrors } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findStockable, findWarehouse } from './queries.ts';
import { type AdjustmentWord, adjustmentTypeOf, quantityProblem } from './rules.ts';

/** The well-formed part of a request to move stock, every field optional. */
export interface MovePart {
  product_id?: string | undefined;
  type?: AdjustmentWord | undefined;
  quantity?: number | undefined;
  warehouse_id?: string | null | undefined;
  from_warehouse?: string | undefined;
  to_warehouse?: string | undefined;
}

const warehouseFields = ['warehouse_id', 'from_warehouse', 'to_warehouse'] as const;

/** All errors in the well-formed part of an adjustment or a transfer, field by field. */
export async function faultsOfMove(db: Handle, part: MovePart): Promise<ValidationErrors> {
  const errors = new ValidationErrors();
  const { product_id, type, quantity } = part;
  const wrong = type === undefined || quantity === undefined ? undefined : quantityProblem(adjustmentTypeOf(type), quantity);
  if (wrong !== undefined) errors.add('quantity', wrong);
  if (product_id !== undefined && (await findStockable(db, product_id)) === undefined)
    errors.add('product_id', 'is not a product of yours');
  for (const field of warehouseFields) {
    const id = part[field]?.toLowerCase();
    if (id === undefined) continue;
    if ((await findWarehouse(db, id)) === undefined) errors.add(field, 'is not a warehouse of yours');
    else if (field === 'to_warehouse' && id === part.from_warehouse?.toLowerCase())
      errors.add(field, 'must be another warehouse than the first');
  }
  return errors;
}
