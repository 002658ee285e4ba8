import { notFound } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findProduct, type ProductRow } from '../catalogue/queries.ts';

/** A product or variant. @throws AppError NOT_FOUND */
export async function getRecord(db: Handle, id: string): Promise<ProductRow> {
  const product = await findProduct(db, id);
  if (product === undefined) throw notFound('Product');
  return product;
}
