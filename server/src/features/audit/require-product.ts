import { notFound } from '../../core/errors.ts';
import type { Handle } from '../../platform/database/handle.ts';
import { findProduct } from '../catalogue/queries.ts';

/** @throws AppError NOT_FOUND if the product or variant is unknown */
export async function requireProduct(db: Handle, id: string): Promise<void> {
  if ((await findProduct(db, id)) === undefined) throw notFound('Product');
}
