import { type DateRange, readDateRange } from '../../design/days.ts';
import { isId } from '../../design/ids.ts';

/** Sort orders, by the service's names. */
const sorts = ['product_name', '-product_name', 'sku', '-sku'] as const;
export type StockSort = (typeof sorts)[number];

/** Filters and order of the stock page in its address. */
export interface StockView {
  product?: string;
  warehouse?: string;
  low?: true;
  sort?: StockSort;
}

/** Filters of the movements page in its address. */
export interface MovementsView extends DateRange {
  product?: string;
  warehouse?: string;
  type?: MovementType;
}

export const movementTypes = [
  'initial',
  'addition',
  'subtraction',
  'adjustment',
  'transfer_out',
  'transfer_in',
  'sale',
  'refund',
  'void',
  'import',
] as const;
export type MovementType = (typeof movementTypes)[number];

const isType = (type: unknown): type is MovementType => (movementTypes as readonly unknown[]).includes(type);

export function readStockView({ product, warehouse, low, sort }: Record<string, unknown>): StockView {
  return {
    ...(isId(product) ? { product } : {}),
    ...(isId(warehouse) ? { warehouse } : {}),
    ...(low === true ? { low } : {}),
    ...((sorts as readonly unknown[]).includes(sort) ? { sort: sort as StockSort } : {}),
  };
}

export function readMovementsView({ product, warehouse, type, ...view }: Record<string, unknown>): MovementsView {
  return {
    ...(isId(product) ? { product } : {}),
    ...(isId(warehouse) ? { warehouse } : {}),
    ...(isType(type) ? { type } : {}),
    ...readDateRange(view),
  };
}
