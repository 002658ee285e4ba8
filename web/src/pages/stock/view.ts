import { readSpan, type Span } from '../../ui/days.ts';
import { isId } from '../../ui/ids.ts';

/** What a link to the levels shows. */
export interface StockView {
  product?: string;
  warehouse?: string;
  low?: true;
}

/** What a link to the movements shows. */
export interface MovementsView extends Span {
  product?: string;
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

export function readStockView({ product, warehouse, low }: Record<string, unknown>): StockView {
  return { ...(isId(product) ? { product } : {}), ...(isId(warehouse) ? { warehouse } : {}), ...(low === true ? { low } : {}) };
}

export function readMovementsView({ product, type, ...view }: Record<string, unknown>): MovementsView {
  return { ...(isId(product) ? { product } : {}), ...(isType(type) ? { type } : {}), ...readSpan(view) };
}
