import type { OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { type AppError, ValidationErrors } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import {
  findLevels,
  findStockable,
  findWarehouse,
  insertMissingLevels,
  insertMovements,
  lockExistingLevels,
  updateLevels,
} from './queries.ts';
import * as rules from './rules.ts';
import {
  type AdjustmentTypeName,
  adjustmentTypeOf,
  type Demand,
  expectedProblem,
  keyOf,
  type Level,
  type LevelKey,
  type Movement,
  type MovementType,
  type NamedLevel,
  quantityProblem,
  type Shortage,
  shortagesOf,
} from './rules.ts';

export type { Demand, LevelKey, Movement, MovementType, Shortage } from './rules.ts';

/** Identifies a level in a map. */
export const levelKeyOf = (key: LevelKey): string => keyOf(key);

/**
 * One change of a level. A change of the quantity on hand becomes a movement in the ledger; a change of the reserved
 * quantity does not.
 */
export interface Move extends LevelKey {
  /** Signed change of the quantity on hand. */
  quantity: number;
  /** Signed change of the reserved quantity. */
  reserve?: number;
  type: MovementType;
  reason?: string | null;
  reference?: string | null;
  /** The sale, refund or transfer that causes it. */
  source_id?: string | null;
  /** The context of this move, if moves of several operations are posted together. */
  ctx?: OperationContext;
}

/**
 * Locks levels until the transaction ends, always in the same order, so that concurrent transactions wait and do not
 * deadlock. A missing level is created with zero.
 * @returns the levels by `keyOf`
 */
export async function lockLevels(
  tx: Handle,
  keys: readonly LevelKey[],
  now: Timestamp,
): Promise<Map<string, NamedLevel>> {
  await createMissingLevels(tx, keys, now);
  return lockKnownLevels(tx, keys);
}

/**
 * Creates those of these levels that are missing, with zero. Called before the transaction locks a level: it waits for
 * other transactions that create the same levels and then lock others, and for changes of the products.
 * @returns how many levels it created
 */
export async function createMissingLevels(tx: Handle, keys: readonly LevelKey[], now: Timestamp): Promise<number> {
  if (keys.length === 0) return 0;
  const existing = new Set((await findLevels(tx, keys)).map(keyOf));
  const missing = keys.filter((key) => !existing.has(keyOf(key)));
  return missing.length === 0 ? 0 : insertMissingLevels(tx, missing, now);
}

/** Like `lockLevels`, but creates no missing levels: for operations that may turn out not to need them. */
export async function lockKnownLevels(tx: Handle, keys: readonly LevelKey[]): Promise<Map<string, NamedLevel>> {
  const uniqueKeys = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  if (uniqueKeys.length === 0) return new Map();
  return new Map((await lockExistingLevels(tx, uniqueKeys)).map((row) => [keyOf(row), row]));
}

export interface StockAllocator {
  /** Reserves all demands, or none if one is short. @returns the shortages */
  reserve<Line>(demands: readonly Demand<Line>[]): Shortage<Line>[];
}

/** Reserves the stock of locked levels for several demands in turn, before anything is written. */
export function createAllocator(levels: ReadonlyMap<string, Level>): StockAllocator {
  const left = new Map<string, Level>(levels);
  return {
    reserve(demands) {
      const shortages = shortagesOf(left, demands);
      if (shortages.length > 0) return shortages;
      for (const demand of demands) {
        const level = left.get(keyOf(demand));
        if (level !== undefined) left.set(keyOf(demand), { ...level, on_hand: level.on_hand - demand.quantity });
      }
      return [];
    },
  };
}

/** The levels as if these quantities were not reserved. */
export function releaseLevels(
  levels: ReadonlyMap<string, Level>,
  reserved: readonly (LevelKey & { quantity: number })[],
): Map<string, Level> {
  const released = new Map(levels);
  for (const { quantity, ...key } of reserved) {
    const level = released.get(keyOf(key));
    if (level !== undefined) released.set(keyOf(key), { ...level, reserved: level.reserved - quantity });
  }
  return released;
}

/** The error for demands that cannot be met. `line` is the field of the request. */
export const shortageError = (shortages: readonly Shortage<string>[]): AppError => rules.shortageError(shortages);

interface Posting {
  /** Locked by `lockLevels`; `postMoves` applies the moves to them. */
  levels: Map<string, NamedLevel>;
  moves: readonly Move[];
  /**
   * Whether the available quantity may fall below zero. If not, a constraint rejects what the rules missed. Default:
   * the merchant's setting.
   */
  allow_negative?: boolean;
}

/**
 * The only writer of levels: changes locked ones, writes their movements in the given order, and emits their events.
 * @throws AppError VALIDATION_ERROR for a level that would be too large to keep
 */
export async function postMoves(tx: Transaction, ctx: OperationContext, posting: Posting): Promise<Movement[]> {
  const { levels, moves, allow_negative = ctx.actor.merchant.allow_negative_stock } = posting;
  if (moves.length === 0) return [];
  const before = new Map(levels);
  const changes = new Map<string, LevelKey & { quantity: number; reserve: number; moveCtx: OperationContext }>();
  const movements: Movement[] = [];
  for (const move of moves) {
    const { product_id, warehouse_id, quantity, reserve = 0 } = move;
    const key = keyOf(move);
    const level = lockedLevel(levels, move);
    const moved_at = rules.timeOfMove((move.ctx ?? ctx).now, level);
    const moveCtx = { ...(move.ctx ?? ctx), now: moved_at };
    const after = { ...level, on_hand: level.on_hand + quantity, reserved: level.reserved + reserve, moved_at };
    const error = rules.levelError(after, quantity);
    if (error !== undefined) throw error;
    levels.set(key, after);
    const change = changes.get(key) ?? { product_id, warehouse_id, quantity: 0, reserve: 0 };
    changes.set(key, { ...change, quantity: change.quantity + quantity, reserve: change.reserve + reserve, moveCtx });
    if (quantity === 0) {
      tx.emit({ type: 'stock.reserved', subject_id: product_id, payload: { level: after }, ctx: moveCtx });
      continue;
    }
    const movement = toMovement(move, after, moveCtx);
    movements.push(movement);
    tx.emit({ type: 'stock.moved', subject_id: product_id, payload: { movement, level: after }, ctx: moveCtx });
  }
  // A level's time is that of its last move.
  const changed = [...changes.values()].map(({ moveCtx: { now }, ...change }) => ({ ...change, now }));
  updateLevels(tx, changed, allow_negative);
  insertMovements(tx, movements);
  for (const [key, { moveCtx }] of changes) emitWarnings(tx, moveCtx, before.get(key), levels.get(key));
  return movements;
}

const toMovement = (move: Move, level: NamedLevel, { actor, now }: OperationContext): Movement => ({
  id: newId(),
  product_id: move.product_id,
  warehouse_id: move.warehouse_id,
  quantity: move.quantity,
  balance: level.on_hand,
  type: move.type,
  reason: move.reason ?? null,
  reference: move.reference ?? null,
  source_id: move.source_id ?? null,
  user_id: actor.user_id,
  created_at: now,
});

function emitWarnings(
  tx: Transaction,
  ctx: OperationContext,
  before: NamedLevel | undefined,
  after: NamedLevel | undefined,
): void {
  if (before === undefined || after === undefined) return;
  for (const type of rules.warningsOf(before, after))
    tx.emit({ type, subject_id: after.product_id, payload: after, ctx });
}

/** One of the locked levels. */
export function lockedLevel(levels: ReadonlyMap<string, NamedLevel>, key: LevelKey): NamedLevel {
  const level = levels.get(keyOf(key));
  if (level === undefined) throw new Error(`the level of ${keyOf(key)} was not locked`);
  return level;
}

/** The well-formed part of a request to move stock, every field optional. */
export interface MovePart {
  product_id?: string | undefined;
  type?: AdjustmentTypeName | undefined;
  quantity?: number | undefined;
  expected?: number | undefined;
  warehouse_id?: string | null | undefined;
  from_warehouse?: string | undefined;
  to_warehouse?: string | undefined;
}

const warehouseFields = ['warehouse_id', 'from_warehouse', 'to_warehouse'] as const;

/** All errors in the well-formed part of an adjustment or a transfer, field by field. */
export async function validateStockMove(db: Handle, part: MovePart): Promise<ValidationErrors> {
  const errors = new ValidationErrors();
  const { product_id, type, quantity, expected } = part;
  const quantityError =
    type === undefined || quantity === undefined ? undefined : quantityProblem(adjustmentTypeOf(type), quantity);
  if (quantityError !== undefined) errors.add('quantity', quantityError);
  const expectedError = type === undefined ? undefined : expectedProblem(adjustmentTypeOf(type), expected);
  if (expectedError !== undefined) errors.add('expected', expectedError);
  if (product_id !== undefined && (await findStockable(db, product_id)) === undefined)
    errors.add('product_id', 'is not a product of yours');
  for (const field of warehouseFields) {
    const id = part[field] ?? undefined;
    if (id === undefined) continue;
    if ((await findWarehouse(db, id)) === undefined) errors.add(field, 'is not a warehouse of yours');
    else if (field === 'to_warehouse' && id === part.from_warehouse)
      errors.add(field, 'must be another warehouse than the first');
  }
  return errors;
}
