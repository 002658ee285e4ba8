import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { changeProduct } from '../catalogue/change-product.ts';
import type { ProductRow } from '../catalogue/queries.ts';
import { productFieldsOf, type RecordFields } from './rules.ts';

/**
 * Changes the given fields.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, DUPLICATE, INSUFFICIENT_STOCK, INVALID_STATE
 */
export const changeRecord = (
  tx: Transaction,
  ctx: OperationContext,
  { id, changes }: { id: string; changes: RecordFields },
): Promise<ProductRow> => changeProduct(tx, ctx, { ...productFieldsOf(changes), id });
