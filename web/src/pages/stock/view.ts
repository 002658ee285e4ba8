import { readSpan, type Span } from '../../ui/days.ts';
import { isId } from '../../ui/ids.ts';

/** What a link to the levels shows. */
export interface StockView {
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

export function readStockView({ warehouse, low }: Record<string, unknown>): StockView {
  return { ...(isId(warehouse) ? { warehouse } : {}), ...(low === true ? { low } : {}) };
}

export function readMovementsView({ product, type, ...view }: Record<string, unknown>): MovementsView {
  return { ...(isId(product) ? { product } : {}), ...(isType(type) ? { type } : {}), ...readSpan(view) };
}
