import type { Actor } from '../../../core/actor.ts';
import { invalidField } from '../../../core/errors.ts';
import type { Handle } from '../../../platform/database/handle.ts';
import { findOwnWarehouse } from '../../inventory/find-warehouse.ts';
import type { Layout } from './mapping-rules.ts';

/**
 * Checks that the warehouses of stock columns exist before any row is read.
 * @throws AppError VALIDATION_ERROR; FORBIDDEN outside of the actor's branches
 */
export async function requireWarehouses(db: Handle, actor: Actor, { stocks }: Layout): Promise<void> {
  for (const { field, warehouse_id } of stocks) {
    if ((await findOwnWarehouse(db, actor, { id: warehouse_id, field })) === undefined)
      throw invalidField(field, 'is not a warehouse of yours');
  }
}
