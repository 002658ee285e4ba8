import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { createSku } from './create-sku.ts';
import type { ProductRow } from './queries.ts';
import type { NewProductInput } from './rules.ts';

/**
 * Creates a product, with its stock in the default warehouse.
 * @throws AppError VALIDATION_ERROR, DUPLICATE for a SKU or barcode in use
 */
export const createProduct = (tx: Transaction, ctx: OperationContext, input: NewProductInput): Promise<ProductRow> =>
  createSku(tx, ctx, { input, parent_id: null });
