import type { OperationContext } from '../../core/actor.ts';
import { notFound, type ValidationErrors } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { changeProduct } from '../catalogue/change-product.ts';
import { createProduct } from '../catalogue/create-product.ts';
import { deleteProduct, deleteProducts } from '../catalogue/delete-products.ts';
import { findProduct, type ProductRow } from '../catalogue/queries.ts';
import { type Adjustment, adjustStock } from '../inventory/adjust-stock.ts';
import { type MovePart, validateStockMove } from '../inventory/move-stock.ts';
import { type Transfer, transferStock } from '../inventory/transfer-stock.ts';
import { productFieldsOf, type RecordFields } from './rules.ts';

/** A product or variant. @throws AppError NOT_FOUND */
export async function getRecord(db: Handle, id: string): Promise<ProductRow> {
  const product = await findProduct(db, id);
  if (product === undefined) throw notFound('Product');
  return product;
}

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

/**
 * Changes the given fields.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, DUPLICATE, INSUFFICIENT_STOCK, INVALID_STATE
 */
export const changeRecord = (
  tx: Transaction,
  ctx: OperationContext,
  { id, changes }: { id: string; changes: RecordFields },
): Promise<ProductRow> => changeProduct(tx, ctx, { ...productFieldsOf(changes), id });

/** The well-formed part of a request to move a record's stock. */
export interface RecordMovePart extends Pick<MovePart, 'type' | 'quantity'> {
  productId?: string;
  warehouseId?: string;
  fromWarehouse?: string;
  toWarehouse?: string;
}

/** All errors in that part. They have the field names of the inventory feature. */
export const validateRecordMove = (db: Handle, part: RecordMovePart): Promise<ValidationErrors> =>
  validateStockMove(db, {
    product_id: part.productId,
    type: part.type,
    quantity: part.quantity,
    warehouse_id: part.warehouseId,
    from_warehouse: part.fromWarehouse,
    to_warehouse: part.toWarehouse,
  });

interface RecordAdjustment extends Pick<Adjustment, 'quantity' | 'type' | 'reason' | 'reference'> {
  productId: string;
  /** Default: the default warehouse of the caller's branch. */
  warehouseId?: string;
}

/**
 * Books the adjustment like `/inventory/adjustment`.
 * @returns the product with its stock in all warehouses
 * @throws as adjustStock does
 */
export async function adjustRecord(
  tx: Transaction,
  ctx: OperationContext,
  adjustment: RecordAdjustment,
): Promise<ProductRow> {
  const { productId: product_id, warehouseId: warehouse_id, ...change } = adjustment;
  await adjustStock(tx, ctx, { ...change, product_id, ...(warehouse_id === undefined ? {} : { warehouse_id }) });
  return getRecord(tx, product_id);
}

interface RecordTransfer extends Pick<Transfer, 'quantity' | 'reason' | 'reference'> {
  productId: string;
  fromWarehouse: string;
  toWarehouse: string;
}

/** Transfers stock like `/inventory/transfer`. @throws as transferStock does */
export async function transferRecord(tx: Transaction, ctx: OperationContext, transfer: RecordTransfer): Promise<void> {
  const { productId, fromWarehouse, toWarehouse, ...rest } = transfer;
  await transferStock(tx, ctx, {
    ...rest,
    product_id: productId,
    from_warehouse: fromWarehouse,
    to_warehouse: toWarehouse,
  });
}

/** @throws AppError NOT_FOUND */
export const deleteRecord = (tx: Transaction, ctx: OperationContext, id: string): Promise<void> =>
  deleteProduct(tx, ctx, id);

/** Deletes these records; unknown ids are skipped. */
export async function deleteRecords(tx: Transaction, ctx: OperationContext, ids: readonly string[]): Promise<void> {
  await deleteProducts(tx, ctx, ids);
}
