import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { createProduct } from '../catalogue/create-product.ts';
import type { ProductRow } from '../catalogue/queries.ts';
import { productFieldsOf, type RecordFields } from './rules.ts';

interface NewRecord extends RecordFields {
  name: string;
  sku: string;
  price: number;
}

/** Creates a product from the client layer's fields. @throws AppError VALIDATION_ERROR, DUPLICATE for a SKU in use */
export function createRecord(tx: Transaction, ctx: OperationContext, record: NewRecord): Promise<ProductRow> {
  const { name, sku, price } = record;
  return createProduct(tx, ctx, { ...productFieldsOf(record), name, sku, price });
}
