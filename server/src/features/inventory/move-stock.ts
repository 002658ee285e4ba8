import type { Transaction } from '../../db/handle.ts';
import type { Timestamp } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { insertMissingLevels, insertMovements, lockExistingLevels, updateLevels } from './queries.ts';
import * as rules from './rules.ts';
import { type Demand, keyOf, type Level, type LevelKey, type Movement, type MovementType, type Shortage, shortagesOf } from './rules.ts';

export type { Demand, LevelKey, Movement, MovementType, Shortage } from './rules.ts';

/** One change of a level. A change of what is on hand becomes a movement in the ledger; a change of what is reserved does not. */
export interface Move extends LevelKey {
  /** Signed change of what is on hand. */
  quantity: number;
  /** Signed change of what is reserved. */
  reserve?: number;
  type: MovementType;
  reason?: string | null;
  reference?: string | null;
  /** The sale, refund or transfer that causes it. */
  source_id?: string | null;
}

/**
 * Locks levels until the transaction ends, always in the same order, so that those who want the same ones queue and never deadlock.
 * A level that was never there begins at zero.
 * @returns the levels by `keyOf`
 */
export async function lockLevels(tx: Transaction, keys: readonly LevelKey[], now: Timestamp): Promise<Map<string, Level>> {
  const wanted = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  let rows = await lockExistingLevels(tx, wanted);
  if (rows.length < wanted.length) {
    await insertMissingLevels(tx, wanted, now);
    rows = await lockExistingLevels(tx, wanted);
  }
  return new Map(rows.map((row) => [keyOf(row), row]));
}

export interface Shelf {
  /** Takes all of it, or, where something is short, nothing; says what is short. */
  take<Line>(demands: readonly Demand<Line>[]): Shortage<Line>[];
}

/** What is available of locked levels while several who want it are served one after another, before anything is written. */
export function openShelf(levels: ReadonlyMap<string, Level>): Shelf {
  const left = new Map(levels);
  return {
    take(demands) {
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

/** What is said of demands that could not be met, their lines called by the client's fields. */
export const refusalOfShortages = (short: readonly Shortage<string>[]): Refusal => rules.refusalOfShortages(short);

interface Posting {
  user_id: string;
  now: Timestamp;
  /** Lets what is available fall below zero; otherwise a constraint refuses what the rules overlooked. */
  allow_negative: boolean;
}

/** The only writer of levels: changes locked ones, and writes their movements, in the order given. Updates `levels` to what they are now. */
export async function postMoves(
  tx: Transaction,
  levels: Map<string, Level>,
  moves: readonly Move[],
  posting: Posting,
): Promise<Movement[]> {
  const changes = new Map<string, LevelKey & { quantity: number; reserve: number }>();
  const movements: Movement[] = [];
  for (const move of moves) {
    const key = keyOf(move);
    const level = levels.get(key);
    if (level === undefined) throw new Error(`the level of ${key} was not locked`);
    const { product_id, warehouse_id } = move;
    const now = { ...level, on_hand: level.on_hand + move.quantity, reserved: level.reserved + (move.reserve ?? 0) };
    levels.set(key, now);
    const change = changes.get(key) ?? { product_id, warehouse_id, quantity: 0, reserve: 0 };
    changes.set(key, { ...change, quantity: change.quantity + move.quantity, reserve: change.reserve + (move.reserve ?? 0) });
    if (move.quantity === 0) continue;
    movements.push({
      id: newId(),
      product_id,
      warehouse_id,
      quantity: move.quantity,
      balance: now.on_hand,
      type: move.type,
      reason: move.reason ?? null,
      reference: move.reference ?? null,
      source_id: move.source_id ?? null,
      user_id: posting.user_id,
      created_at: posting.now,
    });
  }
  if (changes.size > 0) await updateLevels(tx, [...changes.values()], posting);
  if (movements.length > 0) await insertMovements(tx, movements);
  return movements;
}
