import type { OperationContext } from '../../core/actor.ts';
import type { Timestamp } from '../../core/clock.ts';
import { type AppError, ValidationErrors } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import {
  findStockable,
  findWarehouse,
  insertMissingLevels,
  insertMovements,
  lockExistingLevels,
  updateLevels,
} from './queries.ts';
import * as rules from './rules.ts';
import {
  type AdjustmentWord,
  adjustmentTypeOf,
  type Demand,
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
  const levels = await lockKnownLevels(tx, keys);
  const missing = keys.filter((key) => !levels.has(keyOf(key)));
  if (missing.length === 0) return levels;
  await insertMissingLevels(tx, missing, now);
  return lockKnownLevels(tx, keys);
}

/** Like `lockLevels`, but creates no missing levels: for operations that may not need them in the end. */
export async function lockKnownLevels(tx: Handle, keys: readonly LevelKey[]): Promise<Map<string, NamedLevel>> {
  const wanted = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  if (wanted.length === 0) return new Map();
  return new Map((await lockExistingLevels(tx, wanted)).map((row) => [keyOf(row), row]));
}

/** Creates and locks the levels that are missing among locked ones. */
export async function addMissingLevels(
  tx: Handle,
  levels: Map<string, NamedLevel>,
  { keys, now }: { keys: readonly LevelKey[]; now: Timestamp },
): Promise<void> {
  const missing = keys.filter((key) => !levels.has(keyOf(key)));
  for (const [key, level] of await lockLevels(tx, missing, now)) levels.set(key, level);
}

export interface StockAllocator {
  /** Reserves all demands, or none if one is short. @returns the shortages */
  reserve<Line>(demands: readonly Demand<Line>[]): Shortage<Line>[];
}

/** Distributes the stock of locked levels to several demands in turn, before anything is written. */
export function createAllocator(levels: ReadonlyMap<string, Level>): StockAllocator {
  const left = new Map<string, Level>(levels);
  return {
    reserve(demands) {
      const short = shortagesOf(left, demands);
      if (short.length > 0) return short;
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
  held: readonly (LevelKey & { quantity: number })[],
): Map<string, Level> {
  const free = new Map(levels);
  for (const { quantity, ...key } of held) {
    const level = free.get(keyOf(key));
    if (level !== undefined) free.set(keyOf(key), { ...level, reserved: level.reserved - quantity });
  }
  return free;
}

/** The error for demands that cannot be met, with the client's field of each line. */
export const shortageError = (short: readonly Shortage<string>[]): AppError => rules.shortageError(short);

interface Posting {
  /** Locked by `lockLevels`; `postMoves` applies the moves to them. */
  levels: Map<string, NamedLevel>;
  moves: readonly Move[];
  /**
   * Allows the available quantity to fall below zero; otherwise a constraint rejects what the rules missed. Default:
   * the merchant's setting.
   */
  allow_negative?: boolean;
}

/**
 * The only writer of levels: changes locked ones, writes their movements in the given order, and emits their events.
 */
export async function postMoves(tx: Transaction, ctx: OperationContext, posting: Posting): Promise<Movement[]> {
  const { levels, moves, allow_negative = ctx.actor.merchant.allow_negative_stock } = posting;
  const before = new Map(levels);
  const changes = new Map<string, LevelKey & { quantity: number; reserve: number; by: OperationContext }>();
  const movements: Movement[] = [];
  for (const move of moves) {
    const { product_id, warehouse_id, quantity, reserve = 0, ctx: by = ctx } = move;
    const key = keyOf(move);
    const level = lockedLevel(levels, move);
    const now = { ...level, on_hand: level.on_hand + quantity, reserved: level.reserved + reserve };
    levels.set(key, now);
    const change = changes.get(key) ?? { product_id, warehouse_id, quantity: 0, reserve: 0 };
    changes.set(key, { ...change, quantity: change.quantity + quantity, reserve: change.reserve + reserve, by });
    if (quantity === 0) {
      tx.emit({ type: 'stock.reserved', subject_id: product_id, payload: { level: now }, ctx: by });
      continue;
    }
    const movement = movementOf(move, now, by);
    movements.push(movement);
    tx.emit({ type: 'stock.moved', subject_id: product_id, payload: { movement, level: now }, ctx: by });
  }
  // A level's time is that of its last move.
  const changed = [...changes.values()].map(({ by: { now }, ...change }) => ({ ...change, now }));
  if (changed.length > 0) updateLevels(tx, changed, allow_negative);
  if (movements.length > 0) insertMovements(tx, movements);
  for (const [key, { by }] of changes) tellWarnings(tx, by, before.get(key), levels.get(key));
  return movements;
}

const movementOf = (move: Move, level: NamedLevel, { actor, now }: OperationContext): Movement => ({
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

function tellWarnings(
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
  type?: AdjustmentWord | undefined;
  quantity?: number | undefined;
  warehouse_id?: string | null | undefined;
  from_warehouse?: string | undefined;
  to_warehouse?: string | undefined;
}

const warehouseFields = ['warehouse_id', 'from_warehouse', 'to_warehouse'] as const;

/** All errors in the well-formed part of an adjustment or a transfer, field by field. */
export async function faultsOfMove(db: Handle, part: MovePart): Promise<ValidationErrors> {
  const errors = new ValidationErrors();
  const { product_id, type, quantity } = part;
  const wrong =
    type === undefined || quantity === undefined ? undefined : quantityProblem(adjustmentTypeOf(type), quantity);
  if (wrong !== undefined) errors.add('quantity', wrong);
  if (product_id !== undefined && (await findStockable(db, product_id)) === undefined)
    errors.add('product_id', 'is not a product of yours');
  for (const field of warehouseFields) {
    const id = part[field]?.toLowerCase();
    if (id === undefined) continue;
    if ((await findWarehouse(db, id)) === undefined) errors.add(field, 'is not a warehouse of yours');
    else if (field === 'to_warehouse' && id === part.from_warehouse?.toLowerCase())
      errors.add(field, 'must be another warehouse than the first');
  }
  return errors;
}
