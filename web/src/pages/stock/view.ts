/** What a link to the levels shows. */
export interface StockView {
  warehouse?: string;
  low?: true;
}

/** What a link to the movements shows. */
export interface MovementsView {
  product?: string;
  type?: MovementType;
  from?: string;
  to?: string;
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

const isId = (id: unknown): id is string => typeof id === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
const isType = (type: unknown): type is MovementType => (movementTypes as readonly unknown[]).includes(type);

/** Days that there are: `2026-02-30` is none. */
const isDay = (day: unknown): day is string =>
  typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;

export function readStockView({ warehouse, low }: Record<string, unknown>): StockView {
  return { ...(isId(warehouse) ? { warehouse } : {}), ...(low === true ? { low } : {}) };
}

export function readMovementsView({ product, type, from, to }: Record<string, unknown>): MovementsView {
  // Turned round, it would be no period.
  const isPeriod = !isDay(from) || !isDay(to) || from <= to;
  return {
    ...(isId(product) ? { product } : {}),
    ...(isType(type) ? { type } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) && isPeriod ? { to } : {}),
  };
}
