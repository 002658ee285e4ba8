import type { OperationContext } from '../../core/actor.ts';
import type { Transaction } from '../../platform/database/handle.ts';
import { createProduct } from '../catalogue/create-product.ts';
import type { ProductRow } from '../catalogue/lookup.ts';
import { productFieldsOf, type RecordFields } from './rules.ts';

interface NewRecord extends RecordFields {
  name: string;
  sku: string;
  price: number;
}

/** A new product, in the client layer's words. @throws AppError VALIDATION_ERROR, DUPLICATE for a SKU that is taken */
export function createRecord(tx: Transaction, ctx: OperationContext, record: NewRecord): Promise<ProductRow> {
  const { name, sku, price } = record;
  return createProduct(tx, ctx, { ...productFieldsOf(record), name, sku, price });
}
