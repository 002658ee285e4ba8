import type { OperationContext } from '../../core/actor.ts';
import { invalidState, notFound } from '../../core/errors.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { createSku } from './create-sku.ts';
import { lockProduct, type ProductRow } from './queries.ts';
import type { NewProductInput } from './rules.ts';

/**
 * Creates a variant with its own SKU.
 * @throws AppError NOT_FOUND, INVALID_STATE if the product is a variant itself, and the errors of creating a product
 */
export async function createVariant(
  tx: Transaction,
  ctx: OperationContext,
  input: NewProductInput & { product_id: string },
): Promise<ProductRow> {
  // Locked, so that the product is not deleted meanwhile.
  const parent = await lockProduct(tx, input.product_id);
  if (parent === undefined) throw notFound('Product');
  if (parent.parent_id !== null) throw invalidState('A variant has no variants of its own');
  return createSku(tx, ctx, { input, parent_id: parent.id });
}
