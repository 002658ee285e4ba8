import type { Minor } from '@tillhouse/core/money';
import type { Actor, OperationContext } from '../../core/actor.ts';
import { approvalError } from '../../core/approvals.ts';
import { isWithin, outsideOfBranches } from '../../core/branches.ts';
import type { AppError } from '../../core/errors.ts';
import type { Handle, Transaction } from '../../platform/database/handle.ts';
import { findLocation } from '../merchant/find-locations.ts';
import { getDefaultWarehouse, getOwnDefaultWarehouse } from './find-warehouse.ts';
import { lockLevels, type Move, postMoves } from './move-stock.ts';
import { findLevels, listLevelKeys, listStocks, listWarehousesAmong, updateReorderPoints } from './queries.ts';
import {
  adjustmentAct,
  availableOf,
  countError,
  keyOf,
  type LevelKey,
  negativeError,
  unknownWarehouse,
} from './rules.ts';

/** A product's stock: in all warehouses together, and available in the default one. */
interface Stock {
  on_hand: number;
  available: number;
}

/** Counts of many products, collected before anything is written. Differences go into the default warehouse. */
export interface Stocktake {
  readonly warehouse_id: string;
  /** Whether the caller may change the stock there. */
  readonly may_change: boolean;
  /** The stock of each product after the counts so far; a new product has none. */
  readonly stocks: Map<string, Stock>;
  /** The stock after the counts so far of products that are counted in one warehouse each time, by `keyOf`. */
  readonly levels: Map<string, Stock>;
  /** The branches of warehouses that are counted by themselves. */
  readonly warehouses: Map<string, { name: string; branch_id: string }>;
  readonly opened: LevelKey[];
  readonly moves: Move[];
}

/** The counted quantity of a product in one warehouse. */
export interface WarehouseCount {
  warehouse_id: string;
  quantity: number;
  /** The field that has it. Default: `stock`. */
  field?: string;
}

/** The counted quantity of a product in all warehouses together. */
export interface Count {
  product_id: string;
  track_stock: boolean;
  total: number;
  /** Of one unit. */
  cost: Minor;
  /** The movement's type. */
  type: 'adjustment' | 'import';
}

export async function beginStocktake(db: Handle, actor: Actor): Promise<Stocktake> {
  const location = await findLocation(db, null);
  if (location === undefined) throw new Error('a merchant without a default warehouse');
  const may_change = isWithin(actor.branch_ids, location.branch_id);
  return { warehouse_id: location.warehouse_id, may_change, ...emptyCounts() };
}

const emptyCounts = (): Pick<Stocktake, 'stocks' | 'levels' | 'warehouses' | 'opened' | 'moves'> => ({
  stocks: new Map(),
  levels: new Map(),
  warehouses: new Map(),
  opened: [],
  moves: [],
});

/** Reads the warehouses in which products are counted. */
export async function readWarehouses(
  db: Handle,
  { warehouses }: Stocktake,
  products: readonly { stocks?: readonly WarehouseCount[] }[],
): Promise<void> {
  const ids = new Set(products.flatMap(({ stocks = [] }) => stocks.map(({ warehouse_id }) => warehouse_id)));
  for (const { id, ...warehouse } of ids.size === 0 ? [] : await listWarehousesAmong(db, [...ids]))
    warehouses.set(id, warehouse);
}

/** Reads levels, so that products can be counted there. */
export async function readLevelStocks(db: Handle, { levels }: Stocktake, keys: readonly LevelKey[]): Promise<void> {
  const unread = keys.filter((key) => !levels.has(keyOf(key)));
  for (const level of unread.length === 0 ? [] : await findLevels(db, unread))
    levels.set(keyOf(level), { on_hand: level.on_hand, available: availableOf(level) });
}

/**
 * Adds the counts of a product in several warehouses: of a new one as its initial stock.
 * @returns the first error; then nothing is added
 */
export function addWarehouseCounts(
  stocktake: Stocktake,
  ctx: Pick<OperationContext, 'actor' | 'approval'>,
  product: Pick<Count, 'product_id' | 'track_stock' | 'cost' | 'type'> & { is_new: boolean },
  counts: readonly WarehouseCount[],
): AppError | undefined {
  const { product_id, track_stock, cost, type, is_new } = product;
  const { allow_negative_stock } = ctx.actor.merchant;
  const moves: Move[] = [];
  for (const { warehouse_id, quantity: counted, field = 'stock' } of counts) {
    const warehouse = stocktake.warehouses.get(warehouse_id);
    if (warehouse === undefined) return unknownWarehouse();
    const { on_hand, available } = stocktake.levels.get(keyOf({ product_id, warehouse_id })) ?? noStock;
    const quantity = counted - on_hand;
    const may_change = isWithin(ctx.actor.branch_ids, warehouse.branch_id);
    const error =
      negativeError(counted, { on_hand, allow_negative: allow_negative_stock, field }) ??
      countError(quantity, {
        track_stock,
        may_change,
        available,
        allow_negative: allow_negative_stock,
        warehouse: warehouse.name,
      }) ??
      (is_new || quantity === 0 ? undefined : approvalError(ctx, adjustmentAct(quantity, cost)));
    if (error !== undefined) return error;
    if (quantity !== 0) moves.push({ product_id, warehouse_id, quantity, type: is_new ? 'initial' : type });
  }
  for (const { warehouse_id, quantity } of moves) {
    const key = keyOf({ product_id, warehouse_id });
    const { on_hand, available } = stocktake.levels.get(key) ?? noStock;
    stocktake.levels.set(key, { on_hand: on_hand + quantity, available: available + quantity });
  }
  if (is_new) stocktake.opened.push({ product_id, warehouse_id: stocktake.warehouse_id });
  stocktake.moves.push(...moves);
  return undefined;
}

const noStock: Stock = { on_hand: 0, available: 0 };

/** Reads the stock of these products, so that they can be counted. */
export async function readStocks(
  db: Handle,
  { stocks, warehouse_id }: Stocktake,
  product_ids: readonly string[],
): Promise<void> {
  for (const { product_id, on_hand, available } of await listStocks(db, product_ids, warehouse_id))
    stocks.set(product_id, { on_hand: Number(on_hand), available: Number(available) });
}

/** The levels that a stocktake reads or changes. */
interface StocksToLock {
  /** Counted in all warehouses together: their levels in the default warehouse are locked. */
  products: readonly Pick<Count, 'product_id' | 'track_stock'>[];
  /** Counted in a warehouse each. */
  levels?: readonly (LevelKey & Pick<Count, 'track_stock'>)[];
  /** Products whose reorder points will change: all their levels are locked. */
  reordered?: readonly string[];
}

/** Like `readStocks` and `readLevelStocks`, and locks the levels until the transaction ends, all of them in one order. */
export async function lockStocks(
  tx: Transaction,
  { now }: OperationContext,
  stocktake: Stocktake,
  { products, levels = [], reordered = [] }: StocksToLock,
): Promise<void> {
  if (products.length === 0 && levels.length === 0 && reordered.length === 0) return;
  // Levels of products without tracking do not change, and missing ones are not created.
  const { warehouse_id } = stocktake;
  const counted = [...products.map((product) => ({ ...product, warehouse_id })), ...levels].filter(
    ({ track_stock }) => track_stock,
  );
  const others = reordered.length === 0 ? [] : await listLevelKeys(tx, reordered);
  await lockLevels(tx, [...counted, ...others], now);
  // Read after locking the levels, so that a transfer from one of them is seen in both warehouses or in none.
  if (products.length !== 0)
    await readStocks(
      tx,
      stocktake,
      products.map(({ product_id }) => product_id),
    );
  await readLevelStocks(tx, stocktake, levels);
}

/** Adds a count. @returns the error if it is not possible; then nothing is added */
export function addCount(
  stocktake: Stocktake,
  ctx: Pick<OperationContext, 'actor' | 'approval'>,
  count: Count,
): AppError | undefined {
  const { product_id, track_stock, total, cost, type } = count;
  const { on_hand, available } = stocktake.stocks.get(product_id) ?? { on_hand: 0, available: 0 };
  const quantity = total - on_hand;
  const { may_change } = stocktake;
  const allow_negative = ctx.actor.merchant.allow_negative_stock;
  const error =
    negativeError(total, { on_hand, allow_negative }) ??
    countError(quantity, { track_stock, may_change, available, allow_negative });
  if (error !== undefined || quantity === 0) return error;
  const approvalMissing = approvalError(ctx, adjustmentAct(quantity, cost));
  if (approvalMissing !== undefined) return approvalMissing;
  stocktake.stocks.set(product_id, { on_hand: total, available: available + quantity });
  stocktake.moves.push({ product_id, warehouse_id: stocktake.warehouse_id, quantity, type });
  return undefined;
}

/** Adds the initial stock of a new product. @returns the error if it is not possible; then nothing is added */
export function addInitialStock(
  stocktake: Stocktake,
  { merchant }: Pick<Actor, 'merchant'>,
  { product_id, quantity }: Pick<Move, 'product_id' | 'quantity'>,
): AppError | undefined {
  const { warehouse_id, may_change, stocks, opened, moves } = stocktake;
  const error = negativeError(quantity, { on_hand: 0, allow_negative: merchant.allow_negative_stock });
  if (error !== undefined) return error;
  if (quantity !== 0 && !may_change) return outsideOfBranches('stock');
  stocks.set(product_id, { on_hand: quantity, available: quantity });
  opened.push({ product_id, warehouse_id });
  if (quantity !== 0) moves.push({ product_id, warehouse_id, quantity, type: 'initial' });
  return undefined;
}

/** Writes the counts as movements, in order. */
export async function postStocktake(
  tx: Transaction,
  ctx: OperationContext,
  { opened, moves }: Stocktake,
): Promise<void> {
  const changed = [...opened, ...moves];
  if (changed.length === 0) return;
  // Most levels are locked already. They are read again, because the names in them may have changed since.
  const levels = await lockLevels(tx, changed, ctx.now);
  await postMoves(tx, ctx, { levels, moves });
}

/**
 * Gives the levels of these products the reorder points that the products have now. Called after each change of a
 * product's reorder point, of whether its stock is tracked, and after its deletion, in the same transaction, which has
 * locked the products.
 */
export const copyReorderPoints = async (tx: Transaction, product_ids: readonly string[]): Promise<void> => {
  if (product_ids.length !== 0) await updateReorderPoints(tx, product_ids);
};

/** Creates a product's level in the default warehouse if it is missing, and books the initial stock. */
export async function openStock(
  tx: Transaction,
  ctx: OperationContext,
  input: { product_id: string; quantity: number },
): Promise<void> {
  const { actor, now } = ctx;
  const { product_id, quantity } = input;
  const warehouse_id = quantity === 0 ? await getDefaultWarehouse(tx, null) : await getOwnDefaultWarehouse(tx, actor);
  const levels = await lockLevels(tx, [{ product_id, warehouse_id }], now);
  if (quantity === 0) return;
  await postMoves(tx, ctx, { levels, moves: [{ product_id, warehouse_id, quantity, type: 'initial' }] });
}

/**
 * Books the difference between the counted quantity and the ledger into the default warehouse.
 * @throws AppError FORBIDDEN outside of the caller's branches, INSUFFICIENT_STOCK if that warehouse has too little,
 * INVALID_STATE if stock is not tracked, APPROVAL_REQUIRED
 */
export async function recountStock(tx: Transaction, ctx: OperationContext, count: Count): Promise<void> {
  const stocktake = await beginStocktake(tx, ctx.actor);
  await lockStocks(tx, ctx, stocktake, { products: [count] });
  const error = addCount(stocktake, ctx, count);
  if (error !== undefined) throw error;
  await postStocktake(tx, ctx, stocktake);
}
