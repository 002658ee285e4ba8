import type { Minor } from '@tillhouse/core/money';
import type { Act } from '../../core/approvals.ts';
import { outsideOfBranches } from '../../core/branches.ts';
import type { Timestamp } from '../../core/clock.ts';
import { AppError, type Detail, invalidField, invalidState } from '../../core/errors.ts';

/** Identifies a level: one SKU in one warehouse. */
export interface LevelKey {
  product_id: string;
  warehouse_id: string;
}

export interface Level extends LevelKey {
  on_hand: number;
  /** Reserved for parked sales. */
  reserved: number;
}

/** A level with the names of product and warehouse. */
export interface NamedLevel extends Level {
  sku: string;
  product_name: string;
  warehouse_name: string;
  branch_id: string;
  min_stock: number | null;
  track_stock: boolean;
  /** The time of its last change. */
  moved_at: Timestamp;
}

/** A level as shown. */
export interface ShownLevel extends LevelKey {
  sku: string;
  product_name: string;
  warehouse_name: string;
  branch_id: string;
  /** On hand. */
  stock: number;
  reserved: number;
  available: number;
  min_stock: number | null;
  low_stock: boolean;
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

export interface Movement extends LevelKey {
  id: string;
  quantity: number;
  balance: number;
  type: MovementType;
  reason: string | null;
  reference: string | null;
  source_id: string | null;
  user_id: string;
  created_at: Timestamp;
}

export const keyOf = ({ product_id, warehouse_id }: LevelKey): string => `${product_id} ${warehouse_id}`;

export const availableOf = ({ on_hand, reserved }: Level): number => on_hand - reserved;

export function showLevel({ on_hand, track_stock, moved_at: _, ...level }: NamedLevel): ShownLevel {
  const available = on_hand - level.reserved;
  return {
    ...level,
    stock: on_hand,
    available,
    low_stock: track_stock && level.min_stock !== null && available <= level.min_stock,
  };
}

/** No change waits this long for a level. A level that is further ahead has a wrong time, which must not be passed on. */
export const aheadAtMost_ms = 60_000;

/**
 * The time of a change of a locked level. It may have begun before the last change and waited for it; in the ledger it
 * comes after it, because its balance does.
 */
export function timeOfMove(now: Timestamp, { moved_at }: Pick<NamedLevel, 'moved_at'>): Timestamp {
  const ahead_ms = Date.parse(moved_at) - Date.parse(now);
  return ahead_ms > 0 && ahead_ms <= aheadAtMost_ms ? moved_at : now;
}

/** The warnings caused by a change of a level: only those that did not apply before. */
export function warningsOf(before: NamedLevel, after: NamedLevel): ('stock.low' | 'stock.out')[] {
  if (!after.track_stock) return [];
  const fallsTo = (threshold: number) => availableOf(before) > threshold && availableOf(after) <= threshold;
  return [
    ...(after.min_stock !== null && fallsTo(after.min_stock) ? (['stock.low'] as const) : []),
    ...(fallsTo(0) ? (['stock.out'] as const) : []),
  ];
}

/** A quantity that a line needs. `line` identifies the line for the caller. */
export interface Demand<Line> extends LevelKey {
  quantity: number;
  line: Line;
}

export interface Shortage<Line> {
  line: Line;
  /** The quantity that the earlier lines left. */
  available: number;
}

/** The demands that cannot be met, served in order: lines of one SKU share its stock. */
export function shortagesOf<Line>(
  levels: ReadonlyMap<string, Level>,
  demands: readonly Demand<Line>[],
): Shortage<Line>[] {
  const left = new Map<string, number>();
  const shortages: Shortage<Line>[] = [];
  for (const demand of demands) {
    const key = keyOf(demand);
    const level = levels.get(key);
    const available = left.get(key) ?? (level === undefined ? 0 : availableOf(level));
    if (demand.quantity > available) shortages.push({ line: demand.line, available: Math.max(0, available) });
    else left.set(key, available - demand.quantity);
  }
  return shortages;
}

/** @param details one per short line, with the message of `onlyAvailable` */
export const insufficientStock = (details: readonly Detail[]) =>
  new AppError('INSUFFICIENT_STOCK', 'There is not enough stock', details);

export const onlyAvailable = (available: number): string =>
  available > 0 ? `only ${available} available` : 'none available';

/** The error for demands whose `line` is a field of the request. */
export const shortageError = (shortages: readonly Shortage<string>[]): AppError =>
  insufficientStock(shortages.map(({ line, available }) => ({ field: line, message: onlyAvailable(available) })));

export const notTracked = (field: string) =>
  invalidState('The stock of this product is not tracked', [{ field, message: 'is not tracked' }]);

/** Levels and movements are 32-bit integers. */
const stockAtMost = 2_147_483_647;

/** The error of a change that a level cannot keep; undefined if it can. */
export function levelError({ on_hand, reserved }: Level, change: number): AppError | undefined {
  if ([change, on_hand, reserved, on_hand - reserved].every((units) => Math.abs(units) <= stockAtMost))
    return undefined;
  return invalidField('quantity', `would move the stock beyond ${stockAtMost}`);
}

export const unknownWarehouse = (): AppError => invalidField('stock', 'is for a warehouse that does not exist');

/** The error of a count below 0, unless it is the stock as it is, such as that of a product that was sold below 0. */
export const negativeError = (
  counted: number,
  { on_hand, allow_negative, field = 'stock' }: { on_hand: number; allow_negative: boolean; field?: string },
): AppError | undefined =>
  counted < 0 && counted !== on_hand && !allow_negative ? invalidField(field, 'must be at least 0') : undefined;

/** The error of a count with this difference; undefined if the count is possible. */
export function countError(
  quantity: number,
  {
    track_stock,
    may_change,
    available,
    allow_negative,
    warehouse,
  }: {
    track_stock: boolean;
    may_change: boolean;
    available: number;
    allow_negative: boolean;
    /** Default: the default warehouse. */
    warehouse?: string;
  },
): AppError | undefined {
  if (quantity === 0) return undefined;
  if (!track_stock) return notTracked('stock');
  if (!may_change) return outsideOfBranches('stock');
  if (allow_negative || -quantity <= Math.max(0, available)) return undefined;
  const message = `would take ${-quantity} from ${warehouse ?? 'the default warehouse'}, which has ${onlyAvailable(available)}`;
  return insufficientStock([{ field: 'stock', message }]);
}

/** A change of stock by hand, as an act that may need an approval. Its amount is at cost. */
export function adjustmentAct(change: number, cost: Minor): Act {
  const quantity = Math.abs(change);
  return { action: 'stock_adjustment', quantity, amount: BigInt(quantity) * cost };
}

/** The type names of an adjustment in requests: those of movements, and those of the client layer. */
export const adjustmentTypeNames = ['addition', 'subtraction', 'adjustment', 'in', 'out'] as const;
export type AdjustmentTypeName = (typeof adjustmentTypeNames)[number];
export type AdjustmentType = 'addition' | 'subtraction' | 'adjustment';

export function adjustmentTypeOf(name: AdjustmentTypeName): AdjustmentType {
  if (name === 'in') return 'addition';
  return name === 'out' ? 'subtraction' : name;
}

/** The type names of movements in queries: those of the ledger, and those of adjustments in requests. */
export const movementTypeNames = [...movementTypes, 'in', 'out'] as const;

export const movementTypeOf = (name: (typeof movementTypeNames)[number]): MovementType =>
  name === 'in' || name === 'out' ? adjustmentTypeOf(name) : name;

/** The error message of an adjustment's quantity, if any: a count may be zero, a change may not. */
export function quantityProblem(type: AdjustmentType, quantity: number): string | undefined {
  if (type === 'adjustment') return undefined;
  if (quantity < 1) return 'must be at least 1';
  return quantity > 1_000_000 ? 'must be at most 1000000' : undefined;
}

/** The error message of the quantity that a count expected, if any. */
export const expectedProblem = (type: AdjustmentType, expected: number | undefined): string | undefined =>
  expected === undefined || type === 'adjustment' ? undefined : 'is only for the type adjustment';

/**
 * By how much an adjustment changes the quantity on hand.
 * @param quantity for `adjustment`, the counted quantity
 * @param expected the quantity on hand when it was counted; by default the present one
 */
export function quantityChangeOf(type: AdjustmentType, quantity: number, expected: number): number {
  if (type === 'addition') return quantity;
  return type === 'subtraction' ? -quantity : quantity - expected;
}

interface LevelPaging {
  page: number;
  limit: number;
  cursor?: string;
}

/** Levels are returned at once, up to a limit, unless a page is requested. */
export function levelPagingOf({ page, limit, cursor }: Partial<LevelPaging>): LevelPaging {
  const isPaged = page !== undefined || limit !== undefined || cursor !== undefined;
  if (!isPaged) return { page: 1, limit: 1_000 };
  return { page: page ?? 1, limit: limit ?? 20, ...(cursor === undefined ? {} : { cursor }) };
}
