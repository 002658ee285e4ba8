import type { Handle } from '../../db/handle.ts';
import { notFound } from '../../kernel/errors.ts';
import { findProduct } from '../catalogue/lookup.ts';

/** @throws AppError NOT_FOUND where there is no such product or variant */
export async function requireProduct(db: Handle, id: string): Promise<void> {
  if ((await findProduct(db, id)) === undefined) throw notFound('Product');
}
