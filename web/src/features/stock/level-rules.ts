import type { LevelRow, Warehouse } from './levels.ts';

/** Stock of a product in one warehouse. */
export interface Level {
  product_id: string;
  product_name: string;
  warehouse_id: string;
  warehouse_name: string;
  /** On hand. */
  stock: number;
  available: number;
  low_stock: boolean;
}

/** The level in each warehouse; zero where there has never been stock. */
export const levelsInAllWarehouses = (
  product: { id: string; name: string },
  warehouses: readonly Warehouse[],
  levels: readonly LevelRow[],
): (Level & { reserved: number })[] =>
  warehouses.map(
    ({ id, name }) =>
      levels.find(({ warehouse_id }) => warehouse_id === id) ?? {
        product_id: product.id,
        product_name: product.name,
        warehouse_id: id,
        warehouse_name: name,
        stock: 0,
        reserved: 0,
        available: 0,
        low_stock: false,
      },
  );

export const adjustmentKinds = ['adjustment', 'addition', 'subtraction'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** How a difference of stock is entered; a count, if none is known. */
export const kindOf = (change: number | undefined): AdjustmentKind =>
  change === undefined ? 'adjustment' : change < 0 ? 'subtraction' : 'addition';

/** Stock after an adjustment; `undefined` without a quantity. */
export function stockAfter(kind: AdjustmentKind, quantity: number | undefined, stock: number): number | undefined {
  if (quantity === undefined) return undefined;
  if (kind === 'adjustment') return quantity;
  return kind === 'addition' ? stock + quantity : stock - quantity;
}

/** The stock of both warehouses after a transfer. */
export const afterTransfer = (quantity: number, from: Pick<Level, 'stock'>, to: Pick<Level, 'stock'>) => ({
  from: from.stock - quantity,
  to: to.stock + quantity,
});

/** Errors of an import that are shown at once. */
const errors_at_most = 50;

/** The first errors, and the number of those left out. */
export const firstErrors = <RowError>(errors: readonly RowError[]): { shown: RowError[]; more: number } => ({
  shown: errors.slice(0, errors_at_most),
  more: Math.max(0, errors.length - errors_at_most),
});
