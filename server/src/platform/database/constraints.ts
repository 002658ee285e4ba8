import type { ErrorCode } from '../../core/errors.ts';

interface ConstraintError {
  code: ErrorCode;
  field?: string;
  message: string;
}

/** The errors for constraints that a concurrent change violates although the rules were checked before. */
export const errorsByConstraint: Record<string, ConstraintError> = {
  users_email_unique: { code: 'DUPLICATE', field: 'email', message: 'This e-mail address is already registered' },
  memberships_pkey: { code: 'DUPLICATE', field: 'email', message: 'This person is already a member of the staff' },
  branches_pkey: { code: 'DUPLICATE', field: 'id', message: 'This id is already in use' },
  categories_name_unique: { code: 'DUPLICATE', field: 'name', message: 'There is already a category of this name' },
  products_sku_unique: { code: 'DUPLICATE', field: 'sku', message: 'This SKU is already in use' },
  products_barcode_unique: { code: 'DUPLICATE', field: 'barcode', message: 'This barcode is already in use' },
  customers_pkey: { code: 'DUPLICATE', field: 'id', message: 'This id is already in use' },
  sales_pkey: { code: 'DUPLICATE', field: 'id', message: 'This id is already in use' },
  stock_levels_available: { code: 'INSUFFICIENT_STOCK', message: 'There is not enough stock' },
  stock_levels_reserved: { code: 'INVALID_STATE', message: 'The reserved quantity has changed meanwhile' },
  sales_refunded_within_total: { code: 'INVALID_STATE', message: 'More than is left of this transaction cannot be refunded' },
  sale_lines_refunded_quantity: { code: 'INVALID_STATE', message: 'More than was sold cannot be refunded' },
  sale_lines_refunded_amount: { code: 'INVALID_STATE', message: 'More than is left of this item cannot be refunded' },
};
