import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { createSku } from './create-sku.ts';
import type { ProductRow } from './queries.ts';
import type { NewProductInput } from './rules.ts';

/**
 * A new product, with what there is of it in the default warehouse.
 * @throws AppError VALIDATION_ERROR, DUPLICATE for a SKU or barcode that is taken
 */
export const createProduct = (tx: Transaction, ctx: OperationContext, input: NewProductInput): Promise<ProductRow> =>
  createSku(tx, ctx, { input, parent_id: null });
